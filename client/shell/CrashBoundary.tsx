import type { ReactNode } from 'react'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { ErrorBoundary } from '#ui/display/ErrorBoundary.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/base/Button.tsx'
import { sayCannotCopy } from './copy-link.ts'

/** An error no one foresaw: what it says, to try again and to copy. */
export function Crashed({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  return (
    <ErrorPanel
      title={t('Unexpected error')}
      text={error.message}
      actions={
        <>
          <Button onPress={retry}>{t('Try again')}</Button>
          <CopyButton
            variant="button"
            label={t('Copy error')}
            copiedLabel={t('Copied')}
            text={`${error.message}\n${error.stack ?? ''}`}
            onError={sayCannotCopy}
          />
        </>
      }
    />
  )
}

interface Props {
  readonly children: ReactNode
  /** A change of this value tries again. */
  readonly resetKey?: unknown
}

/** A part of the page that may crash alone: then its place says what happened, and lets people copy it. */
export function CrashBoundary({ children, resetKey }: Props) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(error, retry) => <Crashed error={error} retry={retry} />}>
      {children}
    </ErrorBoundary>
  )
}

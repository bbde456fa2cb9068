import type { ReactNode } from 'react'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { ErrorBoundary } from '#ui/display/ErrorBoundary.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/base/Button.tsx'
import { sayCannotCopy } from './copy-link.ts'

/** An unexpected error: its message, with buttons to retry and to copy it. */
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
  /** A change of this value retries. */
  readonly resetKey?: unknown
}

/** Contains a crash to one part of the page, which then shows the error with a button to copy it. */
export function CrashBoundary({ children, resetKey }: Props) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={(error, retry) => <Crashed error={error} retry={retry} />}>
      {children}
    </ErrorBoundary>
  )
}

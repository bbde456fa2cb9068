import type { ReactNode } from 'react'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { ErrorBoundary } from '#ui/display/ErrorBoundary.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/base/Button.tsx'
import { reportCopyFailure } from './copy-link.ts'

interface CrashProps {
  readonly error: Error
  readonly retry: () => void
}

/** The buttons of an unexpected error: to retry and to copy it. */
export function CrashActions({ error, retry }: CrashProps) {
  return (
    <>
      <Button onPress={retry}>{t('Try again')}</Button>
      <CopyButton
        variant="button"
        label={t('Copy error')}
        copiedLabel={t('Copied')}
        text={`${error.message}\n${error.stack ?? ''}`}
        onError={reportCopyFailure}
      />
    </>
  )
}

/** An unexpected error in a part of a page: its message, with buttons to retry and to copy it. */
function Crashed(props: CrashProps) {
  return <ErrorPanel title={t('Unexpected error')} text={props.error.message} actions={<CrashActions {...props} />} />
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

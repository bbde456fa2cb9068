import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiResponseError } from '#calls/call.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { CrashActions } from './CrashBoundary.tsx'
import { loadFailureText } from './on-demand.tsx'

/** The errors of browsers for a module that they did not get: Chromium, Firefox, Safari. */
const MODULE_FAILURE = /dynamically imported module|Importing a module script failed/i

/** Returns the heading and the text of an error, with the words of the error unless it is a lost response. */
function describeFailure(error: Error): { readonly title: string; readonly text: string } {
  const isLost = error instanceof ApiResponseError && error.kind === 'network'
  if (isLost) return { title: t("Can't reach the server."), text: loadFailureText() }
  const text = MODULE_FAILURE.test(error.message) ? `${loadFailureText()} ${error.message}` : error.message
  return { title: t('Unexpected error'), text }
}

/** Shown instead of a page that failed to open, inside the application frame. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const failure = error instanceof Error ? error : new Error(String(error))
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return (
    <div role="alert">
      <EmptyState
        size="lg"
        isPage
        icon="error"
        {...describeFailure(failure)}
        actions={<CrashActions error={failure} retry={() => void retry()} />}
      />
    </div>
  )
}

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiResponseError } from '#calls/call.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { CrashActions } from './CrashBoundary.tsx'
import { loadFailureText } from './on-demand.tsx'

/** The errors of browsers for a module that they did not get: Chromium, Firefox, Safari. */
const MODULE_FAILURE = /dynamically imported module|Importing a module script failed/i

/** True if a page failed because its code or its data got no response. */
function hasNoResponse(error: Error): boolean {
  return (error instanceof ApiResponseError && error.kind === 'network') || MODULE_FAILURE.test(error.message)
}

/** Shown instead of a page that failed to open, inside the application frame. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const failure = error instanceof Error ? error : new Error(String(error))
  const isLost = hasNoResponse(failure)
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
        title={isLost ? t("Can't reach the server.") : t('Unexpected error')}
        text={isLost ? loadFailureText() : failure.message}
        actions={<CrashActions error={failure} retry={() => void retry()} />}
      />
    </div>
  )
}

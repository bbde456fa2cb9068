import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { CrashActions } from './CrashBoundary.tsx'

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
        title={t('Unexpected error')}
        text={failure.message}
        actions={<CrashActions error={failure} retry={() => void retry()} />}
      />
    </div>
  )
}

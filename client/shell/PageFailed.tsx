import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { t } from '#core/text/t.ts'
import { LoadFailed } from './LoadFailed.tsx'

/** Stands where a page would be that could not be opened; what frames the page stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return (
    <LoadFailed
      title={t('This page cannot be opened')}
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => void retry()}
    />
  )
}

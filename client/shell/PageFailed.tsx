import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Crashed } from './CrashBoundary.tsx'

/** Shown instead of a page that failed to open, inside the application frame. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <Crashed error={error instanceof Error ? error : new Error(String(error))} retry={() => void retry()} />
}

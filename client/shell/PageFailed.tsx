import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Crashed } from './CrashBoundary.tsx'

/** Stands where a page would be that could not be opened; what frames the page stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <Crashed error={error instanceof Error ? error : new Error(String(error))} retry={() => void retry()} />
}

import { useEffect, useState } from 'react'
import { type ChartState, hasNetworkFailure, isServerFailure } from '#client/chart/chart-state.ts'
import { useSignInRenewal } from '#client/session/sign-in-expiry.ts'
import { actions, useDashboard, useDashboardStore } from './store.ts'

/**
 * Milliseconds between retries of charts that got no response. Retries are timed because an unreachable server triggers
 * no `online` event.
 */
const RETRY_INTERVAL_MS = 5000

/** True if charts have this kind of failure, also while they are queried again. */
function useHasFailed(hasFailed: (chart: ChartState) => boolean): boolean {
  const hasFailedNow = useDashboard(({ charts }) => Object.values(charts).some(hasFailed))
  const isRetrying = useDashboard(({ charts }) => Object.values(charts).some((each) => each.chartStatus === 'loading'))
  const [isWaiting, setWaiting] = useState(false)
  const next = hasFailedNow || (isWaiting && isRetrying)
  if (next !== isWaiting) setWaiting(next)
  return next
}

/** True if charts got no response, also while they are queried again. */
export const useHasNetworkFailure = (): boolean => useHasFailed(hasNetworkFailure)

/** True if charts failed because of the server, also while they are queried again. */
export const useHasServerFailures = (): boolean => useHasFailed(isServerFailure)

/** Queries charts that failed because the session had ended again after the next sign-in. */
export function useRetrySignedIn(): void {
  const store = useDashboardStore()
  useSignInRenewal(() => actions.retryServerFailures(store))
}

/** Repeats queries that got no response: when the connection is back, and every few seconds until then. */
export function useRetryOnline(): void {
  const store = useDashboardStore()
  const isWaiting = useHasNetworkFailure()
  useEffect(() => {
    if (!isWaiting) return
    const again = () => actions.askLostAgain(store)
    window.addEventListener('online', again)
    const timer = setInterval(again, RETRY_INTERVAL_MS)
    return () => {
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [store, isWaiting])
}

import { useEffect, useState } from 'react'
import { type ChartState, isLost, isServerFailure } from '#client/chart/machine.ts'
import { useSignInRenewal } from '#client/session/sign-in-expiry.ts'
import { actions, useDashboard, useDashboardStore } from './store.ts'

/** Milliseconds between two tries of charts that got no answer: a server that is gone is no connection that is. */
const AGAIN_MS = 5000

/** Whether charts have failed in this way; also while they are queried again. */
function useHasFailed(hasFailed: (chart: ChartState) => boolean): boolean {
  const hasFailedNow = useDashboard(({ charts }) => Object.values(charts).some(hasFailed))
  const isAsking = useDashboard(({ charts }) => Object.values(charts).some((each) => each.chartStatus === 'loading'))
  const [isWaiting, setWaiting] = useState(false)
  const next = hasFailedNow || (isWaiting && isAsking)
  if (next !== isWaiting) setWaiting(next)
  return next
}

/** Whether charts wait for an answer that did not come; also while it is asked for again. */
export const useIsLost = (): boolean => useHasFailed(isLost)

/** Whether charts wait for a server that failed; also while they are queried again. */
export const useHasServerFailures = (): boolean => useHasFailed(isServerFailure)

/** Charts that failed because the session had ended are queried again after the next sign-in. */
export function useRetrySignedIn(): void {
  const store = useDashboardStore()
  useSignInRenewal(() => actions.retryServerFailures(store))
}

/** Charts that got no answer are asked again when the connection is back, and every few seconds. */
export function useRetryOnline(): void {
  const store = useDashboardStore()
  const isWaiting = useIsLost()
  useEffect(() => {
    if (!isWaiting) return
    const again = () => actions.askLostAgain(store)
    window.addEventListener('online', again)
    const timer = setInterval(again, AGAIN_MS)
    return () => {
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [store, isWaiting])
}

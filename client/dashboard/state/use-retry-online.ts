import { useEffect, useState } from 'react'
import { isLost } from '#client/chart/machine.ts'
import { actions, useDashboard, useDashboardStore } from './store.ts'

/** Milliseconds between two tries of charts that got no answer: a server that is gone is no connection that is. */
const AGAIN_MS = 5000

/** Whether charts wait for an answer that did not come; also while it is asked for again. */
export function useIsLost(): boolean {
  const isLostNow = useDashboard(({ charts }) => Object.values(charts).some(isLost))
  const isAsking = useDashboard(({ charts }) => Object.values(charts).some((each) => each.chartStatus === 'loading'))
  const [isWaiting, setWaiting] = useState(false)
  const next = isLostNow || (isWaiting && isAsking)
  if (next !== isWaiting) setWaiting(next)
  return next
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

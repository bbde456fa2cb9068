import { useEffect } from 'react'
import { actions, useDashboardStore } from './store.ts'

/** Charts that got no answer are asked once more when the connection is back. */
export function useRetryOnline(): void {
  const store = useDashboardStore()
  useEffect(() => {
    const onOnline = () => actions.askLostAgain(store)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [store])
}

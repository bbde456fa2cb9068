import { useEffect } from 'react'
import { useDashboardStore } from '../state/store.ts'

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Makes the browser ask before a page with unsaved changes is closed. Causes no rendering. */
export function useLeaveWarning(): void {
  const store = useDashboardStore()
  useEffect(() => {
    const heed = (hasUnsavedChanges: boolean) =>
      hasUnsavedChanges
        ? window.addEventListener('beforeunload', warn)
        : window.removeEventListener('beforeunload', warn)
    heed(store.getState().hasUnsavedChanges)
    const stop = store.subscribe((state, before) => {
      if (state.hasUnsavedChanges !== before.hasUnsavedChanges) heed(state.hasUnsavedChanges)
    })
    return () => {
      stop()
      heed(false)
    }
  }, [store])
}

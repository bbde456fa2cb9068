import { useEffect } from 'react'
import { useDashboard } from '../state/store.ts'

/** Lets the browser ask before a page with unsaved changes is closed. */
export function useLeaveWarning(): void {
  const hasUnsavedChanges = useDashboard((state) => state.hasUnsavedChanges)
  useEffect(() => {
    if (!hasUnsavedChanges) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasUnsavedChanges])
}

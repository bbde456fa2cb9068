import { useEffect } from 'react'
import { tabStorage } from '#client/session/storage.ts'
import { useDashboardStore } from '#client/dashboard/state/store.ts'
import { storeUnappliedSelections, restoreUnappliedSelections } from './unapplied-values.ts'

/** Preserves selected filter values across a reload of the tab, applied or not. */
export function useUnapplied(): void {
  const store = useDashboardStore()
  useEffect(() => {
    const storage = tabStorage()
    restoreUnappliedSelections(storage, store)
    return store.subscribe((state, before) => {
      if (state.selected !== before.selected || state.masks !== before.masks) storeUnappliedSelections(storage, state)
    })
  }, [store])
}

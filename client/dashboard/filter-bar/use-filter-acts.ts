import { useMemo } from 'react'
import { filterActs } from '../state/filter-acts.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'

/** What the two buttons of the filter bar may do now, and do. */
export function useFilterActs(): { canApply: boolean; canClear: boolean; apply: () => void; clear: () => void } {
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const selected = useDashboard((state) => state.selected)
  const can = useMemo(() => filterActs(filters, selected, masks), [filters, selected, masks])
  return { ...can, apply: () => actions.apply(store), clear: () => actions.clear(store) }
}

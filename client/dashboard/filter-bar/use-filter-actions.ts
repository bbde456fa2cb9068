import { useMemo } from 'react'
import { barLooks } from '../state/bar-looks.ts'
import { filterActions } from '../state/filter-actions.ts'
import { openedWith } from '../state/masks.ts'
import { actions, type DashboardStore, useDashboard, useDashboardStore } from '../state/store.ts'

/** Returns the actions of the filter bar buttons and whether they are enabled. */
export function useFilterActions() {
  const store = useDashboardStore()
  const filters = useDashboard((state) => state.filters)
  const masks = useDashboard((state) => state.masks)
  const selected = useDashboard((state) => state.selected)
  const defaults = useDashboard((state) => state.defaults)
  const opening = useMemo(() => openedWith(filters, defaults).selected, [filters, defaults])
  const can = useMemo(() => filterActions(filters, selected, masks, opening), [filters, selected, masks, opening])
  const { isInstant } = barLooks(useDashboard((state) => state.info.metadata))
  const then = (act: (store: DashboardStore) => void) => () => {
    act(store)
    if (isInstant) actions.apply(store)
  }
  return {
    ...can,
    isInstant,
    apply: () => actions.apply(store),
    clear: then(actions.clear),
    reset: then(actions.reset),
  }
}

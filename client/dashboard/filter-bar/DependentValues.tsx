import { type RefObject, useEffect, useRef } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import { fetchPart } from '#client/shell/on-demand.tsx'
import { combinationOf, isUnchecked } from '../state/dependent-values.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { useLoader } from '../state/loading.ts'
import { maskOf, type Masks } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'

/** The mask combination to check next: combinations that charts wait for come first. */
function uncheckedMasks({ filters, masks, selected, checkedValues }: DashboardState, filter: FilterConfig) {
  const chain = filters.filter(({ id }) => ancestorsOf(filters, filter.id).includes(id))
  return [masks, selected].find(
    (all) =>
      isUnchecked(filters, all, checkedValues, filter) &&
      !chain.some((parent) => isUnchecked(filters, all, checkedValues, parent)),
  )
}

/** Returns the masks of the filter bar when all values of a filter last existed; undefined if they never did. */
function useLastValid(filter: FilterConfig): RefObject<Masks | undefined> {
  const store = useDashboardStore()
  const last = useRef<Masks>(undefined)
  useEffect(() => {
    const keep = () => {
      const state = store.getState()
      if (!uncheckedMasks(state, filter)) last.current = state.selected
    }
    keep()
    return store.subscribe(keep)
  }, [store, filter])
  return last
}

function DependentValue({ filter }: { readonly filter: FilterConfig }) {
  const store = useDashboardStore()
  const { ask } = useLoader()
  const last = useLastValid(filter)
  const combination = useDashboard((state) => {
    const masks = uncheckedMasks(state, filter)
    return masks && combinationOf(state.filters, masks, filter)
  })
  useEffect(() => {
    const state = store.getState()
    const masks = uncheckedMasks(state, filter)
    if (!combination || !masks) return undefined
    const stop = new AbortController()
    const check = async () => {
      const { checkValue, masksBefore, reportRemoved } = await fetchPart(() => import('./check-dependent-value.ts'))
      const { next, removed } = await checkValue(ask, state, filter, masks, stop.signal)
      if (stop.signal.aborted) return
      if (removed === undefined) return actions.settleDependent(store, filter, combination)
      reportRemoved(store, filter, removed, masksBefore(state, filter, masks, last.current))
      actions.settleDependent(store, filter, combination, maskOf(filter, next))
    }
    check().catch(() => {
      // A failed check removes no values.
      if (!stop.signal.aborted) actions.settleDependent(store, filter, combination)
    })
    return () => stop.abort()
  }, [store, ask, filter, combination, last])
  return null
}

/** Removes values of dependent filters that do not exist under their parent filters. */
export function DependentValues() {
  const filters = useDashboard((state) => state.filters)
  return filters
    .filter(({ cascadeParentIds }) => (cascadeParentIds ?? []).length > 0)
    .map((filter) => <DependentValue key={filter.id} filter={filter} />)
}

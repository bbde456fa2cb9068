import { useEffect } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { firstValue, isMissingFromOptions, defaultsToFirstOption } from '../state/first-values.ts'
import { maskOf } from '../state/masks.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'
import { useOptions } from '#client/dashboard/filters/use-options.ts'

/** True if `DependentValues` checks the filter in the engine. */
const isCheckedByValue = (filter: FilterConfig) =>
  (filter.cascadeParentIds ?? []).length > 0 && filterType(filter.filterType)?.toExistenceQuery !== undefined

/**
 * Selects the first option of a filter: applied at once when the dashboard opens; pending when options change later and
 * the selected value no longer exists.
 */
function FirstValue({ filter }: { readonly filter: FilterConfig }) {
  const store = useDashboardStore()
  const isAwaited = useDashboard((state) => state.awaited.includes(filter.id))
  const isParentAwaited = useDashboard((state) =>
    (filter.cascadeParentIds ?? []).some((id) => state.awaited.includes(id)),
  )
  const { data, isPlaceholderData, isError } = useOptions(filter)
  useEffect(() => {
    if (isError) return actions.expectNothing(store, filter.id)
    if (!data || isPlaceholderData || isParentAwaited) return
    const first = firstValue(filter, data)
    if (isAwaited && first === undefined) actions.expectNothing(store, filter.id)
    else if (isAwaited) actions.setMask(store, filter.id, maskOf(filter, first))
    else if (
      !isCheckedByValue(filter) &&
      isMissingFromOptions(store.getState().selected[filter.id]?.filterState?.value, data)
    )
      actions.select(store, filter.id, maskOf(filter, first))
  }, [store, filter, data, isPlaceholderData, isError, isAwaited, isParentAwaited])
  return null
}

/** Handles the filters that default to their first option. */
export function FirstOptionDefaults() {
  const filters = useDashboard((state) => state.filters)
  return filters.filter(defaultsToFirstOption).map((filter) => <FirstValue key={filter.id} filter={filter} />)
}

import { useCallback } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { toAppliedMask, maskOf, type Masks, isChartInFilterScope } from '../state/masks.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { usePrefetch } from '../state/use-prefetch.ts'

/** Returns the charts that a filter changes, of those that the page has shown. */
function shownCharts({ layout, charts }: DashboardState, filter: FilterConfig): readonly number[] {
  return Object.values(charts)
    .filter(({ id, latestQueryFormData }) => latestQueryFormData !== null && isChartInFilterScope(layout, filter, id))
    .map(({ id }) => id)
}

/**
 * Returns a handler that prepares the charts for the value that a click on a hovered option sets, with the other
 * selected values of the filter bar; `false` cancels it.
 */
export function useValuePrefetch(config: FilterConfig): (value: unknown) => void {
  const prefetch = usePrefetch()
  return useCallback(
    (value) => {
      if (value === false) return prefetch(undefined)
      prefetch((state) => {
        const selected: Masks = { ...state.selected, [config.id]: maskOf(config, value) }
        const next = Object.entries(selected).map(([id, mask]) => [id, toAppliedMask(mask)] as const)
        const masks = { ...state.masks, ...Object.fromEntries(next) }
        return { state: { ...state, masks, awaited: [] }, charts: shownCharts(state, config) }
      })
    },
    [prefetch, config],
  )
}

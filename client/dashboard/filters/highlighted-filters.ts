import { filterEffects } from './filter-effect.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { filtersOf } from '#client/dashboard/state/masks.ts'
import { reachOf } from '#client/dashboard/state/store.ts'

/** The filters that narrow the chart whose badge is pointed at. */
function litFilters(state: DashboardState): readonly string[] {
  const chart = state.charts[state.litChart ?? -1]
  if (!chart) return []
  const ids = filtersOf(reachOf(state), state.masks, chart.id)
  return filterEffects(ids, state.masks, chart.queriesResponse).applied
}

/** Whether a filter of the bar is one of those that narrow the chart whose badge is pointed at. */
export const isHighlighted = (state: DashboardState, filterId: string): boolean => litFilters(state).includes(filterId)

/** How many of `filters`, which are out of sight, narrow the chart whose badge is pointed at. */
export function countHighlighted(state: DashboardState, filters: readonly { readonly id: string }[]): number {
  const highlightedFilterId = litFilters(state)
  return filters.filter(({ id }) => highlightedFilterId.includes(id)).length
}

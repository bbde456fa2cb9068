import { filterEffects } from './filter-effect.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { filtersOf } from '#client/dashboard/state/masks.ts'
import { scopeContextOf } from '#client/dashboard/state/chart-form.ts'

/** Returns the filters applied to the chart whose badge is hovered. */
function highlightedFilters(state: DashboardState): readonly string[] {
  const chart = state.charts[state.highlightedChart ?? -1]
  if (!chart) return []
  const ids = filtersOf(scopeContextOf(state), state.masks, chart.id)
  return filterEffects(ids, state.masks, chart.queriesResponse).applied
}

/** True if the filter applies to the chart whose badge is hovered. */
export const isHighlighted = (state: DashboardState, filterId: string): boolean =>
  highlightedFilters(state).includes(filterId)

/** Returns how many of `filters`, which are not visible, apply to the chart whose badge is hovered. */
export function countHighlighted(state: DashboardState, filters: readonly { readonly id: string }[]): number {
  const highlightedFilterId = highlightedFilters(state)
  return filters.filter(({ id }) => highlightedFilterId.includes(id)).length
}

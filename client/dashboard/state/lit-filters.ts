import { filterEffects } from './filter-effect.ts'
import type { DashboardState } from './hydrate.ts'
import { filtersOf } from './masks.ts'
import { reachOf } from './store.ts'

/** Whether a filter of the bar is one of those that narrow the chart whose badge is pointed at. */
export function isLit(state: DashboardState, filterId: string): boolean {
  const chart = state.charts[state.litChart ?? -1]
  if (!chart) return false
  const ids = filtersOf(reachOf(state), state.masks, chart.id)
  return filterEffects(ids, state.masks, chart.queriesResponse).applied.includes(filterId)
}

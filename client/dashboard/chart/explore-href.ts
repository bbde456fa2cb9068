import { viewParams } from '../state/url.ts'
import type { DashboardState } from '../state/hydrate.ts'

/** Where a chart of this dashboard is edited; carries the view so that the way back finds it as it was. */
export function exploreHref(state: DashboardState, chartId: number): string {
  const params = new URLSearchParams({ slice_id: String(chartId), dashboard_id: String(state.info.id) })
  const back = viewParams(state)
  if (back.native_filters) params.set('native_filters', back.native_filters)
  if (back.tabs) params.set('dashboard_tabs', back.tabs)
  return `/explore?${params.toString()}`
}

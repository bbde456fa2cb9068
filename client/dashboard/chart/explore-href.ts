import { viewParams } from '../state/url.ts'
import type { DashboardState } from '../state/hydrate.ts'

/** Where a chart of this dashboard is edited; carries the view so that the way back finds it as it was. */
export function exploreHref(state: DashboardState, chartId: number): string {
  const params = new URLSearchParams({ slice_id: String(chartId), dashboard_id: String(state.info.id) })
  // Explore knows no filter sets: it is told what one says as well.
  const hasDefaults = Object.keys(state.defaults).length > 0
  const back = viewParams(hasDefaults ? { ...state, defaults: {}, masks: { ...state.masks } } : state)
  if (back.native_filters) params.set('native_filters', back.native_filters)
  if (back.tabs) params.set('dashboard_tabs', back.tabs)
  return `/explore?${params.toString()}`
}

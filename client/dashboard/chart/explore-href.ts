import { viewParams } from '../state/dashboard-url.ts'
import type { DashboardState } from '../state/hydrate.ts'

let lastHref: { readonly parts: readonly unknown[]; readonly text: string } | undefined

/**
 * Returns the URL parameters for the way back to the dashboard. Memoized: they are the same for all charts, which read
 * them on every change of the page.
 */
function returnUrl(state: DashboardState): string {
  const { masks, filters, defaults, layout, activeTabs, filterBoxes, openedBoxes, info } = state
  const parts = [masks, filters, defaults, layout, activeTabs, filterBoxes, openedBoxes, info.id]
  if (lastHref?.parts.every((part, index) => part === parts[index])) return lastHref.text
  const params = new URLSearchParams({ dashboard_id: String(info.id) })
  // Explore does not know filter sets, so the values of the active set are passed explicitly.
  const hasDefaults = Object.keys(defaults).length > 0
  const back = viewParams(hasDefaults ? { ...state, defaults: {}, masks: { ...masks } } : state)
  if (back.native_filters) params.set('native_filters', back.native_filters)
  if (back.tabs) params.set('dashboard_tabs', back.tabs)
  lastHref = { parts, text: params.toString() }
  return lastHref.text
}

/**
 * Returns the URL that opens a chart of this dashboard in Explore. It carries the dashboard state, so that the way back
 * restores it.
 */
export function exploreHref(state: DashboardState, chartId: number): string {
  return `/explore?slice_id=${chartId}&${returnUrl(state)}`
}

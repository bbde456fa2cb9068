import { viewParams } from '../state/url.ts'
import type { DashboardState } from '../state/hydrate.ts'

let known: { readonly parts: readonly unknown[]; readonly text: string } | undefined

/** What the way back says: the same for all charts, which ask for it whenever anything of the page changes. */
function wayBack(state: DashboardState): string {
  const { masks, filters, defaults, layout, activeTabs, filterBoxes, openedBoxes, info } = state
  const parts = [masks, filters, defaults, layout, activeTabs, filterBoxes, openedBoxes, info.id]
  if (known?.parts.every((part, at) => part === parts[at])) return known.text
  const params = new URLSearchParams({ dashboard_id: String(info.id) })
  // Explore knows no filter sets: it is told what one says as well.
  const hasDefaults = Object.keys(defaults).length > 0
  const back = viewParams(hasDefaults ? { ...state, defaults: {}, masks: { ...masks } } : state)
  if (back.native_filters) params.set('native_filters', back.native_filters)
  if (back.tabs) params.set('dashboard_tabs', back.tabs)
  known = { parts, text: params.toString() }
  return known.text
}

/** Where a chart of this dashboard is edited; carries the view so that the way back finds it as it was. */
export function exploreHref(state: DashboardState, chartId: number): string {
  return `/explore?slice_id=${chartId}&${wayBack(state)}`
}

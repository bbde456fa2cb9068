import { queryClient } from '#client/session/query-client.ts'
import { fetchChartView } from '#client/views.ts'
import { remainingRows } from '#client/dashboard/filters/remaining-rows.ts'
import { remainingRowsQuery } from '#client/dashboard/filters/remaining-rows-query.ts'
import type { DashboardLoader } from '#client/dashboard/state/loading.ts'
import { openingCharts } from './opening-charts.ts'
import { needsQuery, type DashboardStore } from '#client/dashboard/state/store.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** The maximum width at which rows do not have twelve columns, as in the style sheet of the grid. */
const NARROW = '(max-width: 900px)'

/**
 * Requests the initial charts of a dashboard before anything is rendered, because rendering takes longer. Charts below
 * the window are in the same request, after the visible ones.
 */
export function prefetchOpeningCharts(
  store: DashboardStore,
  { loader, ask, sendNow }: DashboardLoader,
  shown: { readonly hasTitle: boolean; readonly hasTopTabs: boolean },
): void {
  const state = store.getState()
  const { innerWidth: width, innerHeight: height } = window
  const isNarrow = window.matchMedia(NARROW).matches
  for (const chart of openingCharts(state, { width, height, isNarrow, ...shown })) {
    const form = formDataOf(state, chart.id)
    if (!form || !needsQuery(state, chart.id)) continue
    loader.elements.expectWidth(chart.id, chart.width)
    const where = { dashboardId: state.info.id, sliceId: chart.id }
    void loader.load(chart.id, form, { ...where, isAfter: !chart.isSeen })
  }
  // The remaining row counts share this batch; otherwise they would need a separate request.
  const rows = state.editMode ? undefined : remainingRows(state)
  if (rows) void queryClient.prefetchQuery(remainingRowsQuery(rows, ask))
  sendNow()
  // If loading a View fails, the chart reports it when it is drawn.
  for (const type of new Set(Object.values(state.charts).map(({ form_data: form }) => form.viz_type)))
    fetchChartView(type).catch(() => {})
}

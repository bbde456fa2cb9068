import { queryClient } from '#client/session/query-client.ts'
import { fetchChartView } from '#client/views.ts'
import { remainingRows } from '#client/dashboard/filters/remaining-rows.ts'
import { remainingRowsQuery } from '#client/dashboard/filters/remaining-rows-query.ts'
import type { DashboardLoader } from '#client/dashboard/state/loading.ts'
import { openingCharts } from './opening-charts.ts'
import { formDataOf, needsQuery, type DashboardStore } from '#client/dashboard/state/store.ts'

/** The width from which rows have their twelve columns, as the styles of the grid say. */
const NARROW = '(max-width: 900px)'

/**
 * Asks for the charts a dashboard opens with before anything of it is drawn: the answers are on their way while the page
 * is made, which takes longer. Charts below the window come in the same request, behind those in it.
 */
export function askOpening(
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
    loader.places.expect(chart.id, chart.width)
    const where = { dashboardId: state.info.id, sliceId: chart.id }
    void loader.load(chart.id, form, { ...where, isAfter: !chart.isSeen })
  }
  // What the page says beside them would else be a request of its own.
  const rows = state.editMode ? undefined : remainingRows(state)
  if (rows) void queryClient.prefetchQuery(remainingRowsQuery(rows, ask))
  sendNow()
  // One that cannot be fetched says so when it is drawn.
  for (const type of new Set(Object.values(state.charts).map(({ form_data: form }) => form.viz_type)))
    fetchChartView(type).catch(() => {})
}

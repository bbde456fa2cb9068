import { useQuery } from '@tanstack/react-query'
import { fetchDashboardCharts } from '#calls/dashboards.ts'
import { chartType, findChartType } from '#charts/index.ts'
import { fetchUnlessDeleted } from '#client/session/deleted-resources.ts'
import { createConcurrencySlots } from '#client/chart/limit-concurrency.ts'
import type { DashboardResponse, DashboardChartResponse, PlacedChartResponse } from '#core/rest/responses.ts'
import type { ChartPreviewInput } from './ChartPicture.tsx'
import { placedCharts } from './placed-charts.ts'

/** The number of dashboards whose charts are requested concurrently. */
const AT_ONCE = 2
const acquireSlot = createConcurrencySlots(AT_ONCE)
/** Milliseconds that the charts of a dashboard stay cached. */
export const CARD_CACHE_MS = 60_000

async function chartsInTurn(id: number, signal: AbortSignal): Promise<readonly PlacedChartResponse[]> {
  const end = await acquireSlot(signal)
  try {
    return await fetchDashboardCharts(id, signal)
  } finally {
    end()
  }
}

/** Fetches the charts of a dashboard when visible, and again after a minute or a save. */
export function useRepresentativeCharts({ id, version }: DashboardResponse, isSeen: boolean) {
  return useQuery({
    queryKey: ['board-charts', id, version],
    queryFn: ({ signal }) => fetchUnlessDeleted('dashboard', id, signal, () => chartsInTurn(id, signal)),
    enabled: isSeen,
    retry: false,
    staleTime: CARD_CACHE_MS,
  })
}

/** True if the user may read the chart's data: for others, neither name nor dataset is sent. */
function isReadable(chart: PlacedChartResponse): chart is DashboardChartResponse {
  return !('is_unseen' in chart) && chart.datasource_name !== null
}

/** Returns the readable charts in the order of the layout. */
function inOrder(charts: readonly PlacedChartResponse[], layout: string | null | undefined) {
  const chartIds = placedCharts(layout)
  const positionOf = ({ id }: { readonly id: number }) =>
    chartIds.includes(id) ? chartIds.indexOf(id) : chartIds.length
  return charts.filter(isReadable).toSorted((a, b) => positionOf(a) - positionOf(b))
}

const isFigure = ({ form_data }: DashboardChartResponse) => findChartType(form_data.viz_type)?.meta.frame === 'figure'

/** Returns the charts that represent a dashboard: its first big numbers and its first other charts. */
export function representativeCharts(
  charts: readonly PlacedChartResponse[],
  layout: string | null | undefined,
  most: { readonly figures: number; readonly pictures: number },
): { readonly figures: readonly DashboardChartResponse[]; readonly pictures: readonly DashboardChartResponse[] } {
  const readable = inOrder(charts, layout)
  const pictures = readable.filter((chart) => !isFigure(chart)).slice(0, most.pictures)
  // If there are only big numbers, they are shown like other charts.
  if (pictures.length === 0) return { figures: [], pictures: readable.slice(0, most.pictures) }
  return { figures: readable.filter(isFigure).slice(0, most.figures), pictures }
}

/** Returns the first time chart of a dashboard; undefined if there is none. */
export function firstTimeChart(
  charts: readonly PlacedChartResponse[],
  layout: string | null | undefined,
): DashboardChartResponse | undefined {
  return inOrder(charts, layout).find(({ form_data }) => chartType(form_data.viz_type)?.hasPeriods === true)
}

/** Returns the preview input of a chart on a dashboard. */
export const chartPreviewInput = ({ id, form_data }: DashboardChartResponse): ChartPreviewInput => ({
  id,
  vizType: form_data.viz_type,
  params: form_data,
  datasource: String(form_data['datasource']),
})

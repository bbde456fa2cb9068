import { fetchChart } from '#calls/charts.ts'
import { createResource } from '#calls/resources.ts'
import { placeChart } from '#client/chart/place-chart.ts'
import { tagsOfCopy } from '#client/properties/may-tag.ts'
import type { ChartResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'

/** The target of a copied chart, and whether a new chart is created. */
export interface ChartCopy {
  readonly chartId: number
  readonly dashboardId: number
  /** The id of the target tab or grid. */
  readonly containerId: string
  readonly isOwn: boolean
}

/** Creates a copy of a chart with a name that marks it as a copy. */
async function duplicate(chart: ChartResponse): Promise<ChartResponse> {
  const { viz_type, params, description, datasource_id, datasource_type, cache_timeout } = chart
  const { id } = await createResource('chart', {
    slice_name: t('%s [copy]', chart.slice_name),
    viz_type,
    params,
    datasource_id,
    datasource_type,
    copied_from: chart.id,
    ...(description ? { description } : {}),
    ...(cache_timeout === null || cache_timeout === undefined ? {} : { cache_timeout }),
    ...tagsOfCopy(chart),
  })
  return fetchChart(id)
}

/** Adds a chart, or a copy of it, to a dashboard. Returns the id of the added chart. */
export async function copyChart({ chartId, dashboardId, containerId, isOwn }: ChartCopy): Promise<number> {
  const chart = await fetchChart(chartId)
  const placed = isOwn ? await duplicate(chart) : chart
  await placeChart(placed, dashboardId, containerId)
  return placed.id
}

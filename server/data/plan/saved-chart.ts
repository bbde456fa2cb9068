import { findChartType } from '#charts/index.ts'
import { allowedRows } from '#core/access/can.ts'
import type { FormData } from '#core/form/form-data.ts'
import { savedLines } from '#core/legacy/saved-lines.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { parseJson } from '#core/rest/json.ts'
import type { ChartDataRequest } from './query-request.ts'
import type { ChartDataOptions } from '#server/data/dependencies.ts'

/** A query to run, and the chart whose lines it requests, if it names one. */
export interface ResolvedRequest {
  readonly dataRequest: ChartDataRequest
  readonly chart?: ResultMetadata['saved_chart']
}

/**
 * Resolves a query that names a saved chart to the query for that chart's lines on its dataset; other queries are
 * unchanged. The user must be able to see the chart; access to its dataset is checked as usual.
 */
export async function resolveSavedChart(
  dataRequest: ChartDataRequest,
  { store, access }: ChartDataOptions,
): Promise<ResolvedRequest> {
  const { context, index, user } = dataRequest
  const query = context.queries[index]
  const id = query?.saved_chart
  if (!query || id === null || id === undefined) return { dataRequest }
  const chart = await store.charts.find({
    and: [{ col: 'id', op: 'eq', value: id }, allowedRows(user, 'read', 'Chart', access)],
  })
  if (!chart) throw new ApiError('lines-missing', { args: [String(id)] })
  const form = { ...formIn(chart.params), viz_type: chart.viz_type } as FormData
  if (!findChartType(form.viz_type)?.givesLines) throw new ApiError('lines-none', { args: [chart.slice_name] })
  const datasource = { id: chart.datasource_id, type: chart.datasource_type }
  const { color_columns: _colors, last_period: _last, ...rest } = context
  return {
    dataRequest: {
      ...dataRequest,
      index: 0,
      context: { ...rest, queries: [{ ...savedLines(form, query), datasource }] },
    },
    chart: { id: chart.id, slice_name: chart.slice_name },
  }
}

function formIn(params: string | null): Record<string, unknown> {
  try {
    const form: unknown = parseJson(params || '{}')
    return typeof form === 'object' && form !== null ? (form as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

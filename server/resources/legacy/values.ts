import { ApiError } from '#core/rest/api-error.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { runLegacyEntry, columnsOf } from './run-legacy-query.ts'

const MAX_VALUES = 10_000

/**
 * `GET /superset/filter/{type}/{id}/{column}/`: returns the values of a column, without null, ascending, as a bare
 * list.
 */
export async function getValues(request: RouteRequest): Promise<RouteResponse> {
  return { status: 200, json: await valuesOf(request) }
}

/** `GET /api/v1/datasource/{type}/{id}/column/{column}/values/`: returns the same in `result`. */
export async function getColumnValues(request: RouteRequest): Promise<RouteResponse> {
  return { status: 200, json: { result: await valuesOf(request) } }
}

async function valuesOf(request: RouteRequest): Promise<readonly unknown[]> {
  const { type = '', column = '' } = request.params
  if (!['table', 'dataset'].includes(type)) throw new ApiError('dataset-type', { args: [type] })
  const query = {
    columns: [column],
    metrics: [],
    filters: [{ col: column, op: 'IS NOT NULL' }],
    orderby: [[column, true]] as const,
    apply_fetch_values_predicate: true,
    row_limit: MAX_VALUES,
  }
  const entry = await runLegacyEntry(request, { datasetId: idOf(request), query, format: 'columns' })
  return (await columnsOf(entry))[0] ?? []
}

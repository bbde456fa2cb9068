import type { Chart } from '#core/entity/chart.ts'
import type { ResultFormat, ResultType } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { allowedRows } from '#core/access/can.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { runQueryContext, readContext } from './data.ts'
import { parseJson } from '#core/rest/json.ts'

/**
 * `GET /api/v1/chart/{id}/data/`: runs the queries saved with a chart. Reads `format`, `type` and `force` from the
 * query string.
 */
export async function getSavedData(request: RouteRequest): Promise<RouteResponse> {
  const chart = await chartSeen(request)
  if (!chart.query_context) throw new ApiError('chart-unsaved-query')
  const { format = 'json', type = 'full', force } = request.query
  const context = readContext(savedContext(chart.query_context))
  const own = context.queries.map(({ result_type: _type, ...query }) => query)
  const answer = await noContentIfDisconnected(
    request,
    runQueryContext(
      {
        ...context,
        ...(type === 'post_processed' ? { form_data: savedForm(chart) } : {}),
        queries: own,
        result_format: format as ResultFormat,
        result_type: type as ResultType,
        force: force === 'true',
      },
      request,
      { sliceId: chart.id },
    ),
  )
  const { etag } = answer.headers ?? {}
  const known = etag !== undefined && request.headers['if-none-match'] === etag
  return known ? { status: 304, headers: { etag } } : answer
}

/** Returns the chart; 404 if the caller may not see it. */
async function chartSeen(request: RouteRequest): Promise<Chart> {
  const id = Number(request.params.id)
  const visible = allowedRows(request.user, 'read', 'Chart', ruleOptions(request))
  const where = { and: [{ col: 'id', op: 'eq', value: id }, visible] } as const
  const chart = Number.isSafeInteger(id) ? await request.context.store.charts.find(where) : undefined
  if (!chart) throw new ApiError('not-found')
  return chart
}

/** Returns the form data saved with the chart, which says how it is shown. */
function savedForm({ params, viz_type }: Chart): Record<string, unknown> {
  try {
    return { ...(parseJson(params || '{}') as Record<string, unknown>), viz_type }
  } catch {
    return { viz_type }
  }
}

function savedContext(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new ApiError('chart-unsaved-query')
  }
}

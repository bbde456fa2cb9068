import { parseQueryContext } from '#core/query/parse-query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { bodyOf } from '#server/data/result/response-body.ts'
import { runAllQueries } from '#server/data/run-all-queries.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { savedForm } from './form.ts'
import { parseJson } from '#core/rest/json.ts'

/**
 * `POST /api/v1/query/`: runs the query context in the form field `query_context`; responds with a bare list of
 * results.
 */
export async function postQuery(request: RouteRequest): Promise<RouteResponse> {
  const field =
    request.form?.fields['query_context'] ?? (request.body as { query_context?: unknown } | undefined)?.query_context
  const parsed = parseQueryContext(typeof field === 'string' ? json(field) : field)
  if ('errors' in parsed) throw new ApiError('request-wrong', { args: [JSON.stringify(parsed.errors)] })
  const { user, signal } = request
  const results = await runAllQueries(request.context, {
    context: parsed.ok,
    user,
    signal,
    format: 'rows',
    priority: 'visible',
    sliceId: undefined,
    dashboardId: undefined,
  })
  const body = await bodyOf(results)
  const list = body.subarray('{"result":'.length, body.length - 1)
  return { status: 200, bytes: list, type: 'application/json; charset=utf-8' }
}

/** `GET /api/v1/form_data/?slice_id=`: returns the saved form data of a chart as the whole body. */
export async function getFormData(request: RouteRequest): Promise<RouteResponse> {
  return { status: 200, json: await savedForm(request.query['slice_id'], request) }
}

function json(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new ApiError('not-json')
  }
}

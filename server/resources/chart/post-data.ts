import type { QueryContext } from '#core/query/query-object.ts'
import { numberOf } from '#core/rest/json-primitive.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { readContext } from './data.ts'
import { resultOrJob } from './deferred-result.ts'
import { parseJson } from '#core/rest/json.ts'

/** Query parameters of a URL that are not URL parameters of a chart. */
const RESERVED = ['form_data', 'dashboard_id', 'force', 'standalone', 'edit', 'q', 'format', 'type']

/** Returns the context with the parameters of the request URL, which win over those sent with the chart. */
function withAddress(context: QueryContext, address: Readonly<Record<string, string>>): QueryContext {
  const own = Object.fromEntries(Object.entries(address).filter(([name]) => !RESERVED.includes(name)))
  if (Object.keys(own).length === 0) return context
  const queries = context.queries.map((query) => ({ ...query, url_params: { ...query.url_params, ...own } }))
  return { ...context, queries }
}

/** `POST /api/v1/chart/data`: a query context as JSON, or as text in the form field `form_data`. */
export async function postData(request: RouteRequest): Promise<RouteResponse> {
  const context = readContext(request.form ? jsonRecord(request.form.fields['form_data']) : request.body)
  const force = request.query.force === 'true' || context.force === true
  const responseOptions = { sliceId: sliceIdOf(request, context), dashboardId: idOf(request.query.dashboard_id) }
  return noContentIfDisconnected(
    request,
    resultOrJob(withAddress({ ...context, force }, request.query), request, responseOptions),
  )
}

/** Returns the id of the chart: from the query string, else from the form data of the context. */
function sliceIdOf(request: RouteRequest, context: QueryContext): number | undefined {
  return idOf(jsonRecord(request.query.form_data)?.slice_id ?? context.form_data?.slice_id)
}

function idOf(value: unknown): number | undefined {
  const id = numberOf(value)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

function jsonRecord(text: string | undefined): Record<string, unknown> | undefined {
  if (!text) return undefined
  try {
    const value: unknown = parseJson(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

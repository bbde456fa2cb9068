import type { QueryContext } from '#core/query/query-object.ts'
import { numberOf } from '#core/rest/primitive.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { readContext } from './data.ts'
import { resultOrJob } from './deferred-result.ts'
import { withAddress } from './with-address.ts'
import { parseJson } from '#core/rest/json.ts'

/** `POST /api/v1/chart/data`: a query context as JSON, or as text in the form field `form_data`. */
export async function postData(asked: RouteRequest): Promise<RouteResponse> {
  const context = readContext(asked.form ? jsonRecord(asked.form.fields['form_data']) : asked.body)
  const force = asked.query.force === 'true' || context.force === true
  const wanted = { sliceId: sliceIdOf(asked, context), dashboardId: idOf(asked.query.dashboard_id) }
  return noContentIfDisconnected(asked, resultOrJob(withAddress({ ...context, force }, asked.query), asked, wanted))
}

/** Returns the id of the chart: from the query string, else from the form data of the context. */
function sliceIdOf(asked: RouteRequest, context: QueryContext): number | undefined {
  return idOf(jsonRecord(asked.query.form_data)?.slice_id ?? context.form_data?.slice_id)
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

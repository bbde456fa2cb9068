import { legacyTokenResponse, legacyWarmUpResponse } from '#core/rest/query-shapes.ts'
import { publishedResponse } from '#core/rest/response-shapes.ts'
import type { Condition } from '#core/access/condition.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { findAllowedRow, idOf } from '#server/resources/resource-handlers.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { warmUp } from '#server/resources/shared/warm-up.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { deprecatedListRoutes } from './lists.ts'

const application = (permission: string): Policy => ({ permission, view: 'Superset' })
const FORM_LIMIT = 64 * 1024

/** Former URLs without a newer equivalent: a token, the published state of a dashboard, cache warm-up, lists. */
export function deprecatedRoutes(dashboard: () => AnyResource): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/superset/csrf_token',
      policy: application('can_csrf_token'),
      responses: { 200: legacyTokenResponse },
      handler: token,
    },
    {
      method: 'GET',
      path: '/superset/dashboard/:id/published',
      policy: application('can_publish'),
      responses: { 200: publishedResponse },
      handler: async (request) =>
        publishedStateResponse((await findAllowedRow(dashboard(), request, idOf(request), 'read')) as Dashboard),
    },
    {
      method: 'POST',
      path: '/superset/dashboard/:id/published',
      policy: application('can_publish'),
      formLimit: FORM_LIMIT,
      responses: { 200: publishedResponse },
      handler: (request) => publish(dashboard(), request),
    },
    {
      method: 'GET',
      path: '/superset/warm_up_cache',
      tokenScope: 'write',
      policy: application('can_warm_up_cache'),
      responses: { 200: legacyWarmUpResponse },
      handler: (request) => noContentIfDisconnected(request, warm(request)),
    },
    ...deprecatedListRoutes,
  ]
}

async function token(request: RouteRequest): Promise<RouteResponse> {
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const csrf_token = csrfToken(request.context.config.secretKey, binding, request.context.now())
  return { ...jsonResponse(legacyTokenResponse, { csrf_token }), ...(cookie === undefined ? {} : { cookie }) }
}

function publishedStateResponse({ published }: Dashboard): RouteResponse {
  return jsonResponse(publishedResponse, { published })
}

/** Publishes or unpublishes a dashboard, by the form field `published`. */
async function publish(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const row = (await findAllowedRow(resource, request, idOf(request), 'write')) as Dashboard
  if (row.is_managed_externally) throw new ApiError('managed-externally')
  const published = request.form?.fields['published']?.toLowerCase() === 'true'
  return publishedStateResponse(
    await request.context.store.dashboards.update(row.id, { published }, request.user.userId),
  )
}

/** Queries charts anew: by `slice_id`, or those of a table by `table_name` and `db_name`. */
async function warm(request: RouteRequest): Promise<RouteResponse> {
  const { slice_id: id, table_name: table, db_name: database } = request.query
  if (!id && !(table && database)) throw new ApiError('arguments-wrong')
  const where: Condition = id
    ? { col: 'id', op: 'eq', value: Number(id) }
    : {
        some: 'dataset',
        where: { and: [{ col: 'table_name', op: 'eq', value: table as string }, inDatabase(database)] },
      }
  const done = await warmUp(request, where)
  const json = done.map(({ chart_id, viz_error, viz_status }) => ({ slice_id: chart_id, viz_error, viz_status }))
  return jsonResponse(legacyWarmUpResponse, json)
}

function inDatabase(name = ''): Condition {
  return { some: 'database', where: { col: 'database_name', op: 'eq', value: name } }
}

import { olderToken, olderWarmed } from '#core/rest/query-shapes.ts'
import { publishedAnswer } from '#core/rest/answer-shapes.ts'
import type { Condition } from '#core/access/condition.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { findAllowed, idOf } from '#server/resources/generic.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { warmUp } from '#server/resources/shared/warm-up.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { olderListRoutes } from './lists.ts'

const application = (permission: string): Policy => ({ permission, view: 'Superset' })
const FORM_LIMIT = 64 * 1024

/** Former URLs without a newer equivalent: a token, the published state of a dashboard, cache warm-up, lists. */
export function olderRoutes(dashboard: () => AnyResource): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/superset/csrf_token',
      policy: application('can_csrf_token'),
      answers: { 200: olderToken },
      handler: token,
    },
    {
      method: 'GET',
      path: '/superset/dashboard/:id/published',
      policy: application('can_publish'),
      answers: { 200: publishedAnswer },
      handler: async (asked) => told((await findAllowed(dashboard(), asked, idOf(asked), 'read')) as Dashboard),
    },
    {
      method: 'POST',
      path: '/superset/dashboard/:id/published',
      policy: application('can_publish'),
      formLimit: FORM_LIMIT,
      answers: { 200: publishedAnswer },
      handler: (asked) => publish(dashboard(), asked),
    },
    {
      method: 'GET',
      path: '/superset/warm_up_cache',
      policy: application('can_warm_up_cache'),
      answers: { 200: olderWarmed },
      handler: (asked) => noContentIfDisconnected(asked, warm(asked)),
    },
    ...olderListRoutes,
  ]
}

async function token(asked: RouteRequest): Promise<RouteResponse> {
  const { binding, cookie } = csrfBinding(asked.csrfBinding)
  const csrf_token = csrfToken(asked.context.config.secretKey, binding, asked.context.now())
  return { ...jsonResponse(olderToken, { csrf_token }), ...(cookie === undefined ? {} : { cookie }) }
}

function told({ published }: Dashboard): RouteResponse {
  return jsonResponse(publishedAnswer, { published })
}

/** Publishes or unpublishes a dashboard, by the form field `published`. */
async function publish(resource: AnyResource, asked: RouteRequest): Promise<RouteResponse> {
  const row = (await findAllowed(resource, asked, idOf(asked), 'write')) as Dashboard
  if (row.is_managed_externally) throw new ApiError('managed-externally')
  const published = asked.form?.fields['published']?.toLowerCase() === 'true'
  return told(await asked.context.store.dashboards.update(row.id, { published }, asked.user.userId))
}

/** Queries charts anew: by `slice_id`, or those of a table by `table_name` and `db_name`. */
async function warm(asked: RouteRequest): Promise<RouteResponse> {
  const { slice_id: id, table_name: table, db_name: database } = asked.query
  if (!id && !(table && database)) throw new ApiError('arguments-wrong')
  const where: Condition = id
    ? { col: 'id', op: 'eq', value: Number(id) }
    : {
        some: 'dataset',
        where: { and: [{ col: 'table_name', op: 'eq', value: table as string }, inDatabase(database)] },
      }
  const done = await warmUp(asked, where)
  const json = done.map(({ chart_id, viz_error, viz_status }) => ({ slice_id: chart_id, viz_error, viz_status }))
  return jsonResponse(olderWarmed, json)
}

function inDatabase(name = ''): Condition {
  return { some: 'database', where: { col: 'database_name', op: 'eq', value: name } }
}

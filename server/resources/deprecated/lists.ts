import type * as z from 'zod'
import { legacyChartsResponse, legacyDashboardsResponse } from '#core/rest/query-shapes.ts'
import { allowedRows } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { formDataOf } from '#server/resources/shared/present-slice.ts'
import { loadUsers, nameOf, type UsersById, userReferenceOf } from '#server/resources/shared/users-by-id.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

type ConditionForUser = (userId: number) => Condition

const createdByUser: ConditionForUser = (userId) => ({ col: 'created_by_fk', op: 'eq', value: userId })
const favorite: ConditionForUser = (userId) => ({ favoriteOf: userId })
/** The rows that the user created or owns. */
const createdOrOwned: ConditionForUser = (userId) => ({ or: [{ owner: userId }, createdByUser(userId)] })

const get = (path: string, permission: string, shape: z.ZodType, handler: Route['handler']): readonly Route[] =>
  [path, `${path}/:userId`].map((each) => ({
    method: 'GET',
    path: each,
    policy: { permission, view: 'Superset' },
    responses: { 200: shape },
    handler,
  }))

/** Bare lists of the caller's own rows and favorites, newest first. Lists of other users are not available. */
export const deprecatedListRoutes: readonly Route[] = [
  ...get('/superset/user_slices', 'can_user_slices', legacyChartsResponse, (request) =>
    charts(request, createdOrOwned, true),
  ),
  ...get('/superset/created_slices', 'can_created_slices', legacyChartsResponse, (request) =>
    charts(request, createdByUser),
  ),
  ...get('/superset/fave_slices', 'can_fave_slices', legacyChartsResponse, (request) => charts(request, favorite)),
  ...get('/superset/created_dashboards', 'can_created_dashboards', legacyDashboardsResponse, (request) =>
    dashboards(request, createdByUser),
  ),
  ...get('/superset/fave_dashboards', 'can_fave_dashboards', legacyDashboardsResponse, (request) =>
    dashboards(request, favorite),
  ),
]

async function caller({ user, params, context }: RouteRequest): Promise<number> {
  const { userId: named } = params
  if (user.userId === null) throw new ApiError('forbidden')
  if (named === undefined || named === String(user.userId)) return user.userId
  const existing: User | undefined = await context.store.users.byUsername(named)
  if (existing?.id !== user.userId) throw new ApiError('forbidden')
  return user.userId
}

const NEWEST = [{ column: 'changed_on', direction: 'desc' as const }]

function creator(row: Chart | Dashboard, usersById: UsersById) {
  return { creator: nameOf(userReferenceOf(usersById, row.created_by_fk)) }
}

async function charts(
  request: RouteRequest,
  conditionForUser: ConditionForUser,
  hasForm = false,
): Promise<RouteResponse> {
  const { store } = request.context
  const visible = allowedRows(request.user, 'read', 'Chart', ruleOptions(request))
  const { rows } = await store.charts.list({
    where: { and: [conditionForUser(await caller(request)), visible] },
    order: NEWEST,
  })
  const usersById = await loadUsers(store, rows)
  const json = rows.map((row) => ({
    id: row.id,
    title: row.slice_name,
    url: `/explore/?slice_id=${row.id}`,
    viz_type: row.viz_type,
    dttm: row.changed_on,
    ...creator(row, usersById),
    ...(hasForm ? { data: formDataOf(row) } : {}),
  }))
  return jsonResponse(legacyChartsResponse, json)
}

async function dashboards(request: RouteRequest, conditionForUser: ConditionForUser): Promise<RouteResponse> {
  const { store } = request.context
  const visible = allowedRows(request.user, 'read', 'Dashboard', ruleOptions(request))
  const where = { and: [conditionForUser(await caller(request)), visible] }
  const { rows } = await store.dashboards.list({ where, order: NEWEST })
  const usersById = await loadUsers(store, rows)
  const json = rows.map((row) => ({
    id: row.id,
    dashboard: row.dashboard_title,
    title: row.dashboard_title,
    url: `/superset/dashboard/${row.slug || row.id}/`,
    dttm: row.changed_on,
    ...creator(row, usersById),
  }))
  return jsonResponse(legacyDashboardsResponse, json)
}

import { isSavedDataset } from '#core/access/rules.ts'
import { doneResponse } from '#core/rest/response-shapes.ts'
import { isAdmin, isOwner } from '#core/access/ability.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { includesLevel } from '#core/rest/grant-level.ts'
import {
  type AccessRequestResponse,
  accessContactsResponse,
  accessRequestClose,
  accessRequestCreate,
  accessRequestsResponse,
} from '#core/rest/grant.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { type Route, type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import type { AccessRequest } from '#server/store/access-requests.ts'
import type { Store } from '#server/store/store.ts'
import { parseRequestBody } from '#server/resources/shared/request-body.ts'
import { addGrant, requireOwnAccess } from './body.ts'
import { userName } from './present.ts'

const DAY_MS = 24 * 3_600_000

/** Maximum open requests in a list, the oldest ones. */
const MAX_OPEN = 1000

const policy = { allow: 'signed in' } as const

/** Requests for access: users make them, owners and administrators list and close them. */
export const accessRequestRoutes: readonly Route[] = [
  { method: 'GET', path: '/requests', policy, responses: { 200: accessRequestsResponse }, handler: list },
  {
    method: 'POST',
    path: '/requests',
    policy,
    body: accessRequestCreate,
    responses: { 202: doneResponse },
    handler: addRequest,
  },
  {
    method: 'POST',
    path: '/requests/:id/close',
    policy,
    body: accessRequestClose,
    responses: { 200: doneResponse },
    handler: closeRequest,
  },
  { method: 'GET', path: '/contacts', policy, responses: { 200: accessContactsResponse }, handler: contacts },
]

/** Stores a request. The response is the same for objects that do not exist: it reveals none. */
async function addRequest(request: RouteRequest): Promise<RouteResponse> {
  const { context, user } = request
  const { dashboard, dataset, note = '' } = parseRequestBody(accessRequestCreate, request)
  if ((dashboard === undefined) === (dataset === undefined)) throw new ApiError('grant-object')
  const userId = user.userId ?? 0
  const { store } = context
  const board = dashboard === undefined ? undefined : await dashboardOf(store, String(dashboard))
  const row =
    dataset === undefined
      ? board
      : await store.datasets.find({ and: [{ col: 'id', op: 'eq', value: dataset }, isSavedDataset] })
  await requireFewRequests(request)
  if (row)
    await store.accessRequests.add({
      user_id: userId,
      dashboard_id: board?.id ?? null,
      dataset_id: dataset ?? null,
      note: note.trim(),
    })
  return jsonResponse(doneResponse, { message: 'OK' }, 202)
}

/** Throws `bound-passed` after the maximum requests of a day; those for missing objects count too, so that it reveals none. */
async function requireFewRequests({ context, user }: RouteRequest): Promise<void> {
  const { most } = bounds['access-requests']
  const isAllowed = await context.shared.allow([{ key: `access requests ${user.userId}`, most }], DAY_MS)
  requireWithin('access-requests', isAllowed ? 1 : most + 1)
}

/** Returns the dashboard with an id or a slug. */
function dashboardOf(store: Store, key: string): Promise<Dashboard | undefined> {
  return /^\d{1,15}$/.test(key)
    ? store.dashboards.get(Number(key))
    : store.dashboards.find({ col: 'slug', op: 'eq', value: key })
}

interface ManagedRequest {
  readonly request: AccessRequest
  readonly object: AccessRequestResponse['object']
}

/** Returns the requests among these whose object the caller manages, with its name. */
async function managedRequests(
  { context, user }: RouteRequest,
  open: readonly AccessRequest[],
): Promise<readonly ManagedRequest[]> {
  const { store } = context
  const ids = (key: 'dashboard_id' | 'dataset_id') => [...new Set(open.flatMap((each) => each[key] ?? []))]
  const among = (value: readonly number[]) => ({ where: { col: 'id', op: 'in', value } }) as const
  const dashboards = (await store.dashboards.list(among(ids('dashboard_id')))).rows
  const datasets = (await store.datasets.list(among(ids('dataset_id')))).rows
  return open.flatMap((each): readonly ManagedRequest[] => {
    const dashboard = dashboards.find(({ id }) => id === each.dashboard_id)
    const dataset = datasets.find(({ id }) => id === each.dataset_id)
    const row = dashboard ?? dataset
    if (!row || !(isAdmin(user) || isOwner(user, row))) return []
    const name = dashboard?.dashboard_title ?? dataset?.table_name ?? ''
    return [{ request: each, object: { type: dashboard ? 'dashboard' : 'dataset', id: row.id, name } }]
  })
}

async function list(request: RouteRequest): Promise<RouteResponse> {
  const { context, user: caller } = request
  const { store } = context
  const owner = isAdmin(caller) ? undefined : (caller.userId ?? 0)
  const found = await managedRequests(request, await store.accessRequests.open(MAX_OPEN, owner))
  const ids = [...new Set(found.map(({ request: each }) => each.user_id))]
  const users = (await store.users.list({ where: { col: 'id', op: 'in', value: ids } })).rows
  const result = found.flatMap(({ request: each, object }) => {
    const user = users.find(({ id }) => id === each.user_id)
    if (!user) return []
    const { id, note, created_on } = each
    return [{ id, created_on: printInstant(created_on), user: { id: user.id, name: userName(user) }, object, note }]
  })
  return jsonResponse(accessRequestsResponse, { count: result.length, result })
}

async function closeRequest(request: RouteRequest): Promise<RouteResponse> {
  const { context, user } = request
  const { store } = context
  const { level } = parseRequestBody(accessRequestClose, request)
  const open = await store.accessRequests.get(idOf(request))
  const [found] = open ? await managedRequests(request, [open]) : []
  if (!open || !found) throw new ApiError('not-found')
  if (level) {
    const { dashboard_id, dataset_id, user_id } = open
    if (dashboard_id !== null) await requireOwnAccess(request, dashboard_id)
    const pair = { dashboard_id, dataset_id, user_id }
    const existing = await store.grants.find({
      and: [
        { col: 'user_id', op: 'eq', value: user_id },
        { col: 'dashboard_id', op: 'eq', value: dashboard_id },
        { col: 'dataset_id', op: 'eq', value: dataset_id },
      ],
    })
    if (!existing) await addGrant(request, { ...pair, level })
    // The user may have got a higher level since the request.
    else if (!includesLevel(existing.level, level)) await store.grants.update(existing.id, { level }, user.userId)
  }
  await store.accessRequests.close(open.id, user.userId)
  return jsonResponse(doneResponse, { message: 'OK' })
}

/** Maximum names in a list of contacts. */
const MAX_CONTACTS = 5

/** Returns the names of administrators: whom to ask where no owner is known. */
async function contacts({ context: { store } }: RouteRequest): Promise<RouteResponse> {
  const admins = { some: 'roles', where: { col: 'name', op: 'eq' as const, value: 'Admin' } }
  const active = { col: 'active', op: 'eq' as const, value: true }
  const person = { col: 'is_service', op: 'eq' as const, value: false }
  const { rows } = await store.users.list({
    where: { and: [active, person, admins] },
    order: [{ column: 'last_login', direction: 'desc' }],
    pageSize: MAX_CONTACTS,
  })
  return jsonResponse(accessContactsResponse, { result: rows.map(userName) })
}

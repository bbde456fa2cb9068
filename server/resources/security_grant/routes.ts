import { doneResponse } from '#core/rest/response-shapes.ts'
import { hasPermission, isAdmin } from '#core/access/ability.ts'
import { foldText } from '#core/access/fold-text.ts'
import type { Condition } from '#core/access/condition.ts'
import type { Grant } from '#core/entity/grant.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { includesLevel } from '#core/rest/grant-level.ts'
import {
  type ReadReason,
  grantChangesResponse,
  grantResponse,
  grantCreate,
  grantsResponse,
  grantSubjectsResponse,
  grantUpdate,
  readersResponse,
} from '#core/rest/grant.ts'
import { idOf, ifMatch } from '#server/resources/resource-handlers.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { type Route, type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import { dashboardReaders, datasetReaders, isPublic } from '#server/security/readers.ts'
import { parseRequestBody } from '#server/resources/shared/request-body.ts'
import { listGrantChanges } from './changes.ts'
import { changeLevel, createAccessGrant, requireRaise } from './body.ts'
import { managedDashboard, managedDataset, requireManager, visibleGroups, visibleRoles } from './objects.ts'
import { presentAccessGrants, userName } from './present.ts'
import { accessRequestRoutes } from './requests.ts'

const policy = { allow: 'signed in' } as const

/** Grants on dashboards, datasets, schemas, databases and folders, for administrators and owners. */
export const grantRoutes: readonly Route[] = [
  ...accessRequestRoutes,
  { method: 'GET', path: '/subjects', policy, responses: { 200: grantSubjectsResponse }, handler: subjects },
  { method: 'GET', path: '/readers', policy, responses: { 200: readersResponse }, handler: readers },
  { method: 'GET', path: '/changes', policy, responses: { 200: grantChangesResponse }, handler: changes },
  { method: 'GET', path: '/', policy, responses: { 200: grantsResponse }, handler: list },
  { method: 'POST', path: '/', policy, body: grantCreate, responses: { 201: grantResponse }, handler: create },
  { method: 'PUT', path: '/:id', policy, body: grantUpdate, responses: { 200: grantResponse }, handler: update },
  { method: 'DELETE', path: '/:id', policy, responses: { 200: doneResponse }, handler: remove },
]

/** Default and maximum page size of the list. */
const PAGE_SIZE = 100
const MAX_SUBJECTS = 20

const FILTERS = ['dashboard', 'dataset', 'database', 'folder', 'user', 'group', 'role'] as const
type FilterName = (typeof FILTERS)[number]

/** Returns a parameter of the query string that is an id; undefined if it is absent. */
function idParameter({ query }: RouteRequest, name: FilterName | 'page'): number | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new ApiError('fields-wrong', { fields: { [name]: ['Not a valid integer.'] } })
  return Number(text)
}

/** Lists grants: administrators all of them, owners those of one dashboard, dataset or folder. */
async function list(request: RouteRequest): Promise<RouteResponse> {
  const sent = FILTERS.flatMap((name): readonly (readonly [FilterName, number])[] => {
    const value = idParameter(request, name)
    return value === undefined ? [] : [[name, value]]
  })
  const object = Object.fromEntries(sent.map(([name, value]) => [`${name}_id`, value]))
  if (!isAdmin(request.user)) {
    if (!object['dashboard_id'] && !object['dataset_id'] && !object['folder_id']) throw new ApiError('forbidden')
    await requireManager(request, object)
  }
  const where: Condition = { and: sent.map(([name, value]) => ({ col: `${name}_id`, op: 'eq', value })) }
  const page = idParameter(request, 'page') ?? 0
  const order = [{ column: 'created_on', direction: 'desc' as const }]
  const { rows, count } = await request.context.store.grants.list({ where, order, page, pageSize: PAGE_SIZE })
  return jsonResponse(grantsResponse, { count, result: await presentAccessGrants(rows, request) })
}

const OBJECTS = ['dashboard', 'dataset', 'database', 'folder'] as const

/** `GET /changes?dashboard=`: the last changes of the grants on one object, for callers who manage them. */
async function changes(request: RouteRequest): Promise<RouteResponse> {
  const sent = OBJECTS.flatMap((name) => {
    const id = idParameter(request, name)
    return id === undefined ? [] : [{ column: `${name}_id` as const, id }]
  })
  const [object] = sent
  if (!object || sent.length > 1) throw new ApiError('grant-object')
  await requireManager(request, { [object.column]: object.id })
  return jsonResponse(grantChangesResponse, await listGrantChanges(request, object.column, object.id))
}

async function respond(request: RouteRequest, row: Grant, status: number): Promise<RouteResponse> {
  const [result] = await presentAccessGrants([row], request)
  if (!result) throw new ApiError('not-found')
  return { ...jsonResponse(grantResponse, { id: row.id, result }, status), headers: { etag: `"${row.version}"` } }
}

async function create(request: RouteRequest): Promise<RouteResponse> {
  return respond(request, await createAccessGrant(request), 201)
}

/** Returns a grant that the caller may change; 404 for others. */
async function managedGrant(request: RouteRequest): Promise<Grant> {
  const row = await request.context.store.grants.get(idOf(request))
  if (!row) throw new ApiError('not-found')
  if (isAdmin(request.user)) return row
  try {
    await requireManager(request, row)
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError('not-found')
    throw error
  }
  return row
}

async function update(request: RouteRequest): Promise<RouteResponse> {
  const row = await managedGrant(request)
  const { level } = parseRequestBody(grantUpdate, request)
  if (!includesLevel(row.level, level)) await requireRaise(request, row)
  return respond(request, await changeLevel(request, row, level, ifMatch(request)), 200)
}

async function remove(request: RouteRequest): Promise<RouteResponse> {
  const row = await managedGrant(request)
  const version = ifMatch(request)
  const { store } = request.context
  await store.grants.remove(row.id, request.user.userId, version === undefined ? {} : { ifVersion: version })
  return jsonResponse(doneResponse, { message: 'OK' })
}

/** `GET /subjects?text=`: users, groups and roles that the caller may name in a grant on the object of the query. */
async function subjects(request: RouteRequest): Promise<RouteResponse> {
  const { store } = request.context
  const text = foldText(request.query['text'] ?? '').trim()
  const contains = (...columns: readonly string[]): Condition =>
    text === '' || { or: columns.map((col) => ({ col, op: 'ct', value: text })) }
  const dashboard = idParameter(request, 'dashboard')
  const dataset_id = idParameter(request, 'dataset') ?? null
  const folder_id = idParameter(request, 'folder') ?? null
  if (!isAdmin(request.user)) await requireManager(request, { dashboard_id: dashboard ?? null, dataset_id, folder_id })
  const gives = hasPermission(request.user, 'can_write', dashboard === undefined ? 'Dataset' : 'Dashboard')
  const pageSize = MAX_SUBJECTS
  const active: Condition = { col: 'active', op: 'eq', value: true }
  const users = await store.users.list({
    where: { and: [active, contains('first_name', 'last_name', 'username')] },
    order: [{ column: 'first_name', direction: 'asc' }],
    pageSize,
  })
  const order = [{ column: 'name', direction: 'asc' as const }]
  const groups = await store.groups.list({
    where: { and: [contains('name'), visibleGroups(request)] },
    order,
    pageSize,
  })
  const roles = await store.roles.list({
    where: { and: [contains('name'), visibleRoles(request, gives)] },
    order,
    pageSize,
  })
  return jsonResponse(grantSubjectsResponse, {
    result: [
      ...users.rows.map((user) => ({ type: 'user' as const, id: user.id, name: userName(user) })),
      ...groups.rows.map(({ id, name }) => ({ type: 'group' as const, id, name })),
      ...roles.rows.map(({ id, name }) => ({ type: 'role' as const, id, name })),
    ],
  })
}

/** `GET /readers?dashboard=` or `?dataset=`: who may read it, and why. */
async function readers(request: RouteRequest): Promise<RouteResponse> {
  const { store } = request.context
  const options = ruleOptions(request)
  const dashboard = idParameter(request, 'dashboard')
  const dataset = idParameter(request, 'dataset')
  if ((dashboard === undefined) === (dataset === undefined)) throw new ApiError('grant-object')
  const found =
    dashboard === undefined
      ? await datasetReaders(store, await managedDataset(request, dataset ?? 0), options)
      : await dashboardReaders(store, await managedDashboard(request, dashboard), options)
  const object = dashboard === undefined ? { dataset: dataset ?? 0 } : { dashboard }
  const canAssign = hasPermission(request.user, 'can_write', dashboard === undefined ? 'Dataset' : 'Dashboard')
  const shown = await visibleReasons(request, canAssign)
  return jsonResponse(readersResponse, {
    count: found.length,
    is_public: await isPublic(store, object, options),
    result: found.map(({ user, reasons }) => ({
      user: { id: user.id, name: userName(user), username: user.username },
      reasons: reasons.map(shown),
    })),
  })
}

/** Returns a function that removes the names of groups and roles that the caller may not see from a grant. */
async function visibleReasons(request: RouteRequest, canAssign: boolean): Promise<(reason: ReadReason) => ReadReason> {
  const { store } = request.context
  const groups = await store.groups.list({ where: visibleGroups(request) })
  const roles = await store.roles.list({ where: visibleRoles(request, canAssign) })
  const shown = {
    group: new Set(groups.rows.map(({ name }) => name)),
    role: new Set(roles.rows.map(({ name }) => name)),
  }
  const hidden = (reason: ReadReason, name: 'group' | 'role') =>
    reason[name] === undefined || shown[name].has(reason[name]) ? {} : { [name]: '' }
  return (reason) => ({ ...reason, ...hidden(reason, 'group'), ...hidden(reason, 'role') })
}

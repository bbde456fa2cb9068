import { filterSetDeleted, filterSetShape, filterSetsResponse } from '#core/rest/response-shapes.ts'
import { type Condition, satisfies } from '#core/access/condition.ts'
import { editAccess } from '#core/access/rules.ts'
import { isAdmin, ownerId } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import type { FilterSet } from '#core/entity/filter-set.ts'
import { readBody } from '#core/rest/body.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type FilterSetResponse, filterSetCreate, filterSetUpdate } from '#core/rest/filter-set.ts'
import { parseJson } from '#core/rest/json.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { compact } from '#server/resources/shared/compact-response.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { findDashboard } from './find-dashboard.ts'

const VIEW = 'FilterSets'

type Act = (dashboard: Dashboard, request: RouteRequest) => Promise<RouteResponse>

/** The filter sets of a dashboard: shared ones and those of each user. */
export function filterSetRoutes(resource: () => AnyResource): readonly Route[] {
  const of = (handler: Act) => async (request: RouteRequest) => {
    if (!request.context.config.flags.DASHBOARD_NATIVE_FILTERS_SET) throw new ApiError('not-found')
    return handler(await findDashboard(resource(), request), request)
  }
  const policy = (permission: string) => ({ permission, view: VIEW })
  return [
    {
      method: 'GET',
      path: '/:id/filtersets',
      policy: policy('can_list'),
      responses: { 200: filterSetsResponse },
      handler: of(list),
    },
    {
      method: 'POST',
      path: '/:id/filtersets',
      policy: policy('can_add'),
      responses: { 201: filterSetShape },
      handler: of(create),
    },
    {
      method: 'PUT',
      path: '/:id/filtersets/:set',
      policy: policy('can_edit'),
      responses: { 200: filterSetShape },
      handler: of(update),
    },
    {
      method: 'DELETE',
      path: '/:id/filtersets/:set',
      policy: policy('can_delete'),
      responses: { 200: filterSetDeleted },
      handler: of(remove),
    },
  ]
}

const equals = (col: string, value: string | number): Condition => ({ col, op: 'eq', value })

/** Returns the condition for the sets of a dashboard that a user may see: shared sets and their own. */
function seenBy(user: CurrentUser, dashboard: Dashboard): Condition {
  const id = ownerId(user)
  const own: Condition = id === null ? false : { and: [equals('owner_type', 'User'), equals('owner_id', id)] }
  const seen: Condition = isAdmin(user) || { or: [equals('owner_type', 'Dashboard'), own] }
  return { and: [equals('dashboard_id', dashboard.id), seen] }
}

/** True if the user may write a set: shared sets belong to all who may change the dashboard, others to their user. */
function mayWrite(user: CurrentUser, dashboard: Dashboard, owner: Pick<FilterSet, 'owner_type' | 'owner_id'>): boolean {
  if (isAdmin(user)) return true
  if (user.userId === null) return false
  return owner.owner_type === 'Dashboard'
    ? satisfies(editAccess(user, 'Dashboard'), { ...dashboard })
    : owner.owner_id === ownerId(user)
}

function paramsOf({ params }: FilterSet): Record<string, unknown> {
  const value = parseJson(params)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function presentFilterSet(set: FilterSet): FilterSetResponse {
  const { id, name, description, owner_type, owner_id, dashboard_id } = set
  return { id, name, description, owner_type, owner_id, dashboard_id, params: paramsOf(set) }
}

const list: Act = async (dashboard, { context, user }) => {
  const { rows, count } = await context.store.filterSets.list({
    where: seenBy(user, dashboard),
    order: [{ column: 'id', direction: 'asc' }],
  })
  const result = rows.map((set) => ({
    ...presentFilterSet(set),
    created_on: printInstant(set.created_on),
    changed_on: printInstant(set.changed_on),
    created_by_fk: set.created_by_fk,
    changed_by_fk: set.changed_by_fk,
  }))
  return jsonResponse(filterSetsResponse, { count, ids: rows.map(({ id }) => id), result })
}

/** Rejects a second set with a name the user already sees: the two could not be told apart. */
async function requireFreeName(dashboard: Dashboard, request: RouteRequest, name: string, id?: number): Promise<void> {
  const { filterSets } = request.context.store
  const taken = await filterSets.find({ and: [seenBy(request.user, dashboard), equals('name', name)] })
  if (taken && taken.id !== id) throw new ApiError('fields-wrong', { fields: { name: ['Must be unique'] } })
}

const create: Act = async (dashboard, request) => {
  const { context, user } = request
  const read = readBody(filterSetCreate, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { name, description, owner_type, owner_id, json_metadata } = read.ok
  if (owner_type === 'User' && owner_id === undefined)
    throw new ApiError('fields-wrong', { fields: { owner_id: ['owner_id is mandatory when owner_type is User'] } })
  const owner = { owner_type, owner_id: owner_type === 'Dashboard' ? dashboard.id : Number(owner_id) }
  if (!mayWrite(user, dashboard, owner)) throw new ApiError('forbidden')
  requireWithin('state-bytes', Buffer.byteLength(json_metadata))
  await requireFreeName(dashboard, request, name.trim())
  const count = await context.store.filterSets.count(equals('dashboard_id', dashboard.id))
  if (count >= bounds['filter-sets'].most) requireWithin('filter-sets', count + 1)
  const set = await context.store.filterSets.create(
    {
      name: name.trim(),
      description: description ?? null,
      dashboard_id: dashboard.id,
      ...owner,
      params: json_metadata,
    },
    user.userId,
  )
  return jsonResponse(filterSetShape, presentFilterSet(set), 201)
}

/** Returns the set of the URL, if the caller may write it; undefined for another user's set. */
async function findSet(dashboard: Dashboard, request: RouteRequest): Promise<FilterSet | undefined> {
  const { filterSets } = request.context.store
  const set = await filterSets.find({ and: [equals('id', idOf(request, 'set')), seenBy(request.user, dashboard)] })
  if (set && !mayWrite(request.user, dashboard, set)) throw new ApiError('forbidden')
  return set
}

const update: Act = async (dashboard, request) => {
  const { context, user } = request
  const set = await findSet(dashboard, request)
  if (!set) throw new ApiError('not-found')
  const read = readBody(filterSetUpdate, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { name, description, owner_type, json_metadata } = read.ok
  if (owner_type && !mayWrite(user, dashboard, { owner_type, owner_id: dashboard.id })) throw new ApiError('forbidden')
  if (json_metadata !== undefined) requireWithin('state-bytes', Buffer.byteLength(json_metadata))
  if (name !== undefined) await requireFreeName(dashboard, request, name.trim(), set.id)
  const owner = owner_type ? { owner_type, owner_id: dashboard.id } : {}
  const patch = compact({ name: name?.trim(), description, params: json_metadata, ...owner })
  return jsonResponse(
    filterSetShape,
    presentFilterSet(await context.store.filterSets.update(set.id, patch, user.userId)),
  )
}

const remove: Act = async (dashboard, request) => {
  const set = await findSet(dashboard, request)
  if (!set) return jsonResponse(filterSetDeleted, {})
  await request.context.store.filterSets.remove(set.id, request.user.userId)
  return jsonResponse(filterSetDeleted, { id: dashboard.id })
}

import { binResponse, countedResponse, restoredResponse } from '#core/rest/response-shapes.ts'
import type { Condition } from '#core/access/condition.ts'
import { satisfies } from '#core/access/condition.ts'
import { RECYCLE_BIN_DAYS } from '#core/entity/recycle-bin-days.ts'
import type { Entity } from '#core/entity/entity.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { plainText } from '#core/rest/json-primitive.ts'
import { checkListQuery, parseIds, parseListQuery } from '#core/rest/list-query.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import { UniqueViolation } from '#server/store/errors.ts'
import { listConditions, idOf, operatorNames } from './resource-handlers.ts'
import { printAgo, printUtc } from './print-instant.ts'
import { labelOf } from './select-fields.ts'
import type { AnyResource } from './resource.ts'
import { loadUsers, nameOf, userReferenceOf } from './shared/users-by-id.ts'

const DAY_MS = 24 * 3_600_000
/** How often restoring retries with another name, if other rows are restored at the same time. */
const TURNS = 5
/** Rows deleted permanently per batch when the bin is emptied. */
const AT_ONCE = 500

/**
 * Routes for deleted entities, for the callers who could have deleted them: restore (every resource), the list, and
 * permanent deletion (resources with a `bin`). Other callers get no sign that anything exists.
 */
export function recycleBinRoutes(resource: AnyResource): readonly Route[] {
  const policy: Policy = { permission: 'can_write', view: resource.permission }
  const back: Route = {
    method: 'POST',
    path: '/:id/restore',
    policy,
    responses: { 200: restoredResponse },
    handler: (request) => restore(resource, request),
  }
  if (!resource.bin) return [back]
  return [
    back,
    {
      method: 'GET',
      path: '/bin/',
      policy,
      responses: { 200: binResponse },
      handler: (request) => list(resource, request),
    },
    {
      method: 'DELETE',
      path: '/bin/',
      policy,
      responses: { 200: countedResponse },
      handler: (request) => purge(resource, request),
    },
  ]
}

/** The condition for deleted rows that the caller may restore. */
function mine(resource: AnyResource, request: RouteRequest): Condition {
  return { and: [resource.rule(request, 'read'), resource.rule(request, 'write')] }
}

async function list(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const query = parseListQuery(request.q)
  checkListQuery(query, { orderColumns: ['deleted_on'], filters: operatorNames(resource) })
  const conditions = query.filters.flatMap((filter) => listConditions(resource, request, filter))
  const direction = query.order?.descending === false ? 'asc' : 'desc'
  const { rows, count, ids } = await resource.repository(request.context.store).list({
    where: { and: [mine(resource, request), ...conditions] },
    order: [{ column: 'deleted_at', direction }],
    page: query.page,
    pageSize: query.pageSize,
    isBin: true,
  })
  return jsonResponse(binResponse, {
    count,
    ids: [...ids],
    days: RECYCLE_BIN_DAYS,
    result: await presentDeleted(resource, rows, request),
  })
}

async function presentDeleted(resource: AnyResource, rows: readonly Entity[], { context }: RouteRequest) {
  const usersById = await loadUsers(context.store, rows)
  const now = context.now()
  return rows.map((row) => {
    const at = row.deleted_at ?? now
    const person = userReferenceOf(usersById, row.changed_by_fk)
    return {
      id: row.id,
      name: resource.bin?.nameOf(row) ?? '',
      deleted_on: printUtc(at),
      deleted_on_delta_humanized: printAgo(at, now),
      deleted_by: person,
      deleted_by_name: nameOf(person),
      days_left: Math.max(0, Math.ceil((at + RECYCLE_BIN_DAYS * DAY_MS - now) / DAY_MS)),
    }
  })
}

/** Returns the deleted row with this id: 404 if the caller may not see it, 403 if they may not change it. */
async function findDeleted(resource: AnyResource, request: RouteRequest, id: number): Promise<Entity> {
  const rows = resource.repository(request.context.store)
  const where: Condition = { and: [{ col: 'id', op: 'eq', value: id }, resource.rule(request, 'read')] }
  const row = await rows.find(where, { deleted: true })
  if (!row || row.deleted_at === null) throw new ApiError('not-found')
  if (!satisfies(resource.rule(request, 'write'), { ...row })) throw new ApiError('forbidden')
  return row
}

/** Restores a deleted row. A name that another row has taken meanwhile is changed: `changes` holds the new one. */
async function restore(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const row = await findDeleted(resource, request, idOf(request))
  for (let turn = 1; ; turn++) {
    try {
      return await restoreEntity(resource, request, row)
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      // Another row took the free name meanwhile: try the next one.
      if (!resource.bin?.free || turn === TURNS) throw takenNameError(resource, row, error)
    }
  }
}

function takenNameError({ nouns }: AnyResource, row: Entity, { columns }: UniqueViolation): ApiError {
  const column = columns.at(-1) ?? ''
  const value = (row as unknown as Readonly<Record<string, unknown>>)[column]
  const args = [nouns.one.toLowerCase(), labelOf(column).toLowerCase(), plainText(value)]
  return new ApiError('restore-taken', { args, extra: { field: column } })
}

async function restoreEntity(resource: AnyResource, request: RouteRequest, row: Entity): Promise<RouteResponse> {
  const { context, user } = request
  const changes = await context.store.transaction(async (store) => {
    const inside = { ...request, context: { ...context, store } }
    const rows = resource.repository(store)
    await resource.beforeRestore?.(row, inside)
    const hasTwin = resource.bin && (await rows.find({ col: 'uuid', op: 'eq', value: row.uuid }))
    const changed = {
      ...(hasTwin ? { uuid: context.newUuid() } : {}),
      ...(await resource.bin?.free?.(row, inside)),
    }
    await rows.restore(row.id, user.userId, changed)
    return changed
  })
  return jsonResponse(restoredResponse, { message: 'OK', ...(Object.keys(changes).length > 0 ? { changes } : {}) })
}

/** Permanently deletes the rows of `q`, or everything the caller has in the bin. */
async function purge(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const rows = resource.repository(request.context.store)
  if (request.query['q'] === undefined) return countResponse(await empty(resource, request))
  const ids = [...new Set(parseIds(request.q))]
  if (ids.length === 0) throw new ApiError('q-schema', { args: ['[] is too short'] })
  for (const id of ids) await findDeleted(resource, request, id)
  await rows.purge(ids)
  return countResponse(ids.length)
}

async function empty(resource: AnyResource, request: RouteRequest): Promise<number> {
  const rows = resource.repository(request.context.store)
  let count = 0
  for (;;) {
    const { ids } = await rows.list({ where: mine(resource, request), pageSize: AT_ONCE, isBin: true })
    if (ids.length === 0) return count
    await rows.purge(ids)
    count += ids.length
  }
}

function countResponse(count: number): RouteResponse {
  return jsonResponse(countedResponse, { message: 'OK', count })
}

import { savedResponse, versionResponse, versionsResponse } from '#core/rest/response-shapes.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Revision } from '#core/entity/revision.ts'
import { isObject } from '#core/rest/json.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { parseListQuery } from '#core/rest/list-query.ts'
import { changesBetween, type VersionChange } from '#core/entity/changes.ts'
import { type EntityDefinition, versionedOf } from '#core/entity/entity-definition.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import { findAllowedRow, idOf, ifMatch, keyOf, parsedBody, rejectManagedEntity } from './resource-handlers.ts'
import { printAgo, printUtc } from './print-instant.ts'
import type { AnyResource, History } from './resource.ts'
import { loadUsers, nameOf, type UsersById, userReferenceOf } from './shared/users-by-id.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Routes for the versions of an entity, for callers who may change it: the list, a comparison with the current state,
 * and restore.
 */
export function historyRoutes(resource: AnyResource): readonly Route[] {
  const { history } = resource
  if (!history) return []
  const policy: Policy = { permission: 'can_write', view: resource.permission }
  return [
    {
      method: 'GET',
      path: '/:id/history/',
      policy,
      responses: { 200: versionsResponse },
      handler: (request) => list(resource, history, request),
    },
    {
      method: 'GET',
      path: '/:id/history/:revision',
      policy,
      responses: { 200: versionResponse },
      handler: (request) => show(resource, history, request),
    },
    {
      method: 'POST',
      path: '/:id/history/:revision/restore',
      policy,
      responses: { 200: savedResponse },
      handler: (request) => restore(resource, history, request),
    },
  ]
}

/** Returns the entity with its event type; an entity without one has no history. */
function typeOf({ type }: Pick<EntityDefinition, 'type'>) {
  if (!type) throw new Error('An entity with versions has a type')
  return type
}

async function rowOf(resource: AnyResource, request: RouteRequest): Promise<Entity> {
  return findAllowedRow(resource, request, await keyOf(resource, request), 'write')
}

/** Returns the values of versions, as far as the caller may read them. */
async function readableValues(
  history: History,
  revisions: readonly Revision[],
  request: RouteRequest,
): Promise<readonly Values[]> {
  const values = revisions.map(({ snapshot }) => JSON.parse(snapshot) as Values)
  return history.seen ? history.seen(values, request) : values
}

async function list(resource: AnyResource, history: History, request: RouteRequest): Promise<RouteResponse> {
  const { id } = await rowOf(resource, request)
  const { page, pageSize } = parseListQuery(request.q)
  const { revisions } = request.context.store
  const type = typeOf(history.entity)
  const { rows, count } = await revisions.page(type, id, page, pageSize)
  // The revision before the last one of the page shows what that one changed.
  const earlier = (await revisions.page(type, id, (page + 1) * pageSize, 1)).rows
  const values = await readableValues(history, [...rows, ...earlier], request)
  const changes = rows.map((_, index) => {
    const [before, after] = [values[index + 1], values[index]]
    return before && after ? changesBetween(history.entity, before, after) : []
  })
  const usersById = await loadUsers(
    request.context.store,
    rows.flatMap(userFieldsOf).concat(changes.flat().flatMap(linkedUserIds)),
  )
  const isFirst = (at: number) => values[at + 1] === undefined
  const copied_from = rows.some((_, index) => isFirst(index)) ? await originalOf(resource, id, request) : null
  return jsonResponse(versionsResponse, {
    count,
    ids: rows.map((row) => row.id),
    result: rows.map((row, index) => ({
      ...presentRevision(row, usersById, request.context.now()),
      is_first: isFirst(index),
      copied_from: isFirst(index) ? copied_from : null,
      changes: (changes[index] ?? []).map((change) => withUserNames(change, usersById)),
    })),
  })
}

/** Returns the entity that this one is a copy of; null for none. It has no name if the caller may not read it. */
async function originalOf(resource: AnyResource, id: number, request: RouteRequest) {
  const { events } = request.context.store
  const type = typeOf(resource.history?.entity ?? {})
  const { rows } = await events.page({ page: 0, pageSize: 1, action: 'create', type, entityId: id })
  const created: unknown = JSON.parse(rows[0]?.after ?? 'null')
  const from = isObject(created) ? created['copied_from'] : undefined
  if (typeof from !== 'number') return null
  const entities = resource.repository(request.context.store)
  const original = await entities.find({
    and: [{ col: 'id', op: 'eq', value: from }, resource.rule(request, 'read')],
  })
  return { name: original && resource.bin ? resource.bin.nameOf(original) : null }
}

const userFieldsOf = ({ made_by }: Revision) => [
  { created_by_fk: made_by, changed_by_fk: null, owners: [] as number[] },
]

/** Returns the user ids in a change of owners. */
function linkedUserIds(change: VersionChange) {
  if (change.kind !== 'links' || change.field !== 'owners') return []
  return [{ created_by_fk: null, changed_by_fk: null, owners: [...change.added, ...change.removed] }]
}

/** Returns a change with user names in place of ids; of other links, only their number. */
function withUserNames(change: VersionChange, usersById: UsersById) {
  if (change.kind !== 'links') return { ...change }
  const names = (ids: readonly number[]) =>
    change.field === 'owners' ? ids.map((id) => nameOf(userReferenceOf(usersById, id))).filter(Boolean) : []
  const { added, removed } = change
  return { ...change, added: names(added), removed: names(removed), count: added.length + removed.length }
}

function presentRevision(row: Revision, usersById: UsersById, now: number) {
  const person = userReferenceOf(usersById, row.made_by)
  return {
    id: row.id,
    made_on: printUtc(row.made_on),
    made_on_delta_humanized: printAgo(row.made_on, now),
    made_by: person,
    made_by_name: nameOf(person),
    restored_of: row.restored_of === null ? null : printUtc(row.restored_of),
  }
}

async function revisionOf(history: History, request: RouteRequest, id: number): Promise<Revision> {
  const revision = await request.context.store.revisions.get(typeOf(history.entity), id, idOf(request, 'revision'))
  if (!revision) throw new ApiError('not-found')
  return revision
}

/** Returns a version, and what restoring it would change. */
async function show(resource: AnyResource, history: History, request: RouteRequest): Promise<RouteResponse> {
  const row = await rowOf(resource, request)
  const revision = await revisionOf(history, request, row.id)
  const now = await readableValues(history, [{ ...revision, snapshot: currentOf(history, row) }, revision], request)
  const [current = {}, then = {}] = now
  const changes = changesBetween(history.entity, current, { ...then, ...valuesNotRestored(history, current) })
  const usersById = await loadUsers(request.context.store, userFieldsOf(revision))
  const reported = { ...presentRevision(revision, usersById, request.context.now()), fields: then }
  return jsonResponse(versionResponse, {
    id: revision.id,
    result: { ...reported, changes: changes.map((each) => ({ ...each })) },
  })
}

function currentOf(history: History, row: Entity): string {
  const values = row as unknown as Values
  const names = [...versionedOf(history.entity).all, ...(history.parts ?? [])]
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null])), (key, value: unknown) =>
    key === 'created_on' || key === 'changed_on' ? undefined : value,
  )
}

/** Returns the values that are not restored: owners and access are not part of a version. */
function valuesNotRestored({ entity }: History, current: Values): Values {
  return Object.fromEntries(Object.entries(current).filter(([name]) => entity.fields[name]?.kind === 'links'))
}

/** Saves the entity as it was, with the checks of any save. The new version records which one it restores. */
async function restore(resource: AnyResource, history: History, request: RouteRequest): Promise<RouteResponse> {
  const row = await rowOf(resource, request)
  rejectManagedEntity(row)
  const revision = await revisionOf(history, request, row.id)
  const current = JSON.parse(currentOf(history, row)) as Values
  const then = JSON.parse(revision.snapshot) as Values
  const wanted = { ...then, ...valuesNotRestored(history, current) }
  const differing = Object.entries(wanted).filter(([name, value]) => isDifferent(value, current[name] ?? null))
  if (differing.length === 0) return jsonResponse(savedResponse, { id: row.id, version: row.version })
  const changes = Object.fromEntries(differing)
  const body = parsedBody(await resource.parse(history.body?.(changes, then, row) ?? changes, request, row))
  const type = typeOf(history.entity)
  const after = await request.context.store.transaction(async (store) => {
    await store.revisions.close(type, row.id)
    const inside = { ...request, context: { ...request.context, store } }
    const saved = await resource.update(row, body, inside, ifMatch(request) ?? row.version)
    if (saved.version !== row.version) await store.revisions.restored(type, row.id, revision.made_on)
    return saved
  })
  return {
    ...jsonResponse(savedResponse, { id: row.id, version: after.version }),
    headers: { etag: `"${after.version}"` },
  }
}

function isDifferent(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b)
}

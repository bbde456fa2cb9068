import type { EntityType, Event } from '#core/entity/event.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { changesResponse } from '#core/rest/changes.ts'
import { parseListQuery } from '#core/rest/list-query.ts'
import { savedResponse } from '#core/rest/response-shapes.ts'
import { jsonResponse, type Policy, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { findAllowedRow, idOf, ifMatch, parsedBody } from './resource-handlers.ts'
import { printInstant } from './print-instant.ts'
import { latestChanges, RelationTitles, relationChanges, loggedValues } from './relation-changes.ts'
import type { AnyResource, LoggedChanges, LoggedRelations } from './resource.ts'
import { loadUsers, userReferenceOf } from './shared/users-by-id.ts'

type Values = Readonly<Record<string, unknown>>

/** The current values of an entity, in the form of the log. */
interface Current {
  readonly values: Values
  readonly related: Readonly<Record<string, readonly number[]>>
  /** Ids of the events whose related rows have no later event. */
  readonly latest: ReadonlySet<number>
}

/**
 * Routes for the changes of an entity in the action log, for callers who may change it: the list, and the undoing of a
 * change.
 */
export function changeRoutes(resource: AnyResource): readonly Route[] {
  const { changes } = resource
  if (!changes) return []
  const policy: Policy = { permission: 'can_write', view: resource.permission }
  return [
    {
      method: 'GET',
      path: '/:id/changes/',
      policy,
      responses: { 200: changesResponse },
      handler: (request) => list(resource, changes, request),
    },
    {
      method: 'POST',
      path: '/:id/changes/:change/undo',
      policy,
      responses: { 200: savedResponse },
      handler: (request) => undo(resource, changes, request),
    },
  ]
}

async function list(resource: AnyResource, changes: LoggedChanges, request: RouteRequest): Promise<RouteResponse> {
  const row = await findAllowedRow(resource, request, idOf(request), 'write')
  const { page, pageSize } = parseListQuery(request.q)
  const { store } = request.context
  const { rows, count } = await store.events.page({ page, pageSize, type: changes.type, entityId: row.id })
  const current = await currentOf(changes, row, request)
  const titles = await RelationTitles.load(changes.relations, rows.flatMap(sidesOf), request)
  const usersById = await loadUsers(
    store,
    rows.map(({ actor }) => ({ created_by_fk: actor, changed_by_fk: null })),
  )
  return jsonResponse(changesResponse, {
    count,
    ids: rows.map(({ id }) => id),
    result: rows.map((event) => {
      const [before, after] = sidesOf(event).map((values) => values && titles.replaceIn(values))
      return {
        id: event.id,
        action: event.action,
        made_on: printInstant(event.at),
        made_by: userReferenceOf(usersById, event.actor),
        json: JSON.stringify({ before: before ?? null, after: after ?? null }),
        can_undo: isCurrent(changes, event, current),
      }
    }),
  })
}

async function currentOf(
  changes: LoggedChanges,
  row: { readonly id: number },
  request: RouteRequest,
): Promise<Current> {
  const { relations, type } = changes
  return {
    values: await changes.current(row, request),
    related: (await relations?.current(row, request)) ?? {},
    latest: relations ? await latestChanges(request.context.store, type, row.id, relations.names) : new Set(),
  }
}

/**
 * Saves the values from before a change, with the checks of any save by the caller. Throws `not-found` if the log has no
 * such change of the entity, and `change-outdated` if its values were changed again since.
 */
async function undo(resource: AnyResource, changes: LoggedChanges, request: RouteRequest): Promise<RouteResponse> {
  const row = await findAllowedRow(resource, request, idOf(request), 'write')
  const event = await eventOf(request, changes.type, row.id)
  if (!isCurrent(changes, event, await currentOf(changes, row, request))) throw new ApiError('change-outdated')
  const { relations } = changes
  const isRelated = relations && relationChanges(relations.names, event).length > 0
  const version = isRelated
    ? await undoRelations(relations, row, event, request)
    : await restoreValues(resource, changes, row, event, request)
  return { ...jsonResponse(savedResponse, { id: row.id, version }), headers: { etag: `"${version}"` } }
}

/** Saves the fields from before a change; returns the new version of the row. */
async function restoreValues(
  resource: AnyResource,
  changes: LoggedChanges,
  row: { readonly id: number; readonly version: number },
  event: Event,
  request: RouteRequest,
): Promise<number> {
  const before = restorable(changes, loggedValues(event.before) ?? {})
  const body = parsedBody(await resource.parse(before, request, row))
  // A save between the comparison and the update raises the version.
  return (await resource.update(row, body, request, ifMatch(request) ?? row.version)).version
}

/** Restores related rows, which are not part of the version of the row. */
async function undoRelations(
  relations: LoggedRelations,
  row: { readonly version: number },
  event: Event,
  request: RouteRequest,
): Promise<number> {
  const version = ifMatch(request)
  if (version !== undefined && version !== row.version) throw new ApiError('version-conflict')
  for (const change of relationChanges(relations.names, event)) await relations.undo(row, change, request, event)
  return row.version
}

async function eventOf(request: RouteRequest, type: EntityType, id: number): Promise<Event> {
  const event = await request.context.store.events.get(idOf(request, 'change'))
  if (event?.entity_type !== type || event.entity_id !== id || event.action !== 'update')
    throw new ApiError('not-found')
  return event
}

const sidesOf = ({ before, after }: Event) => [loggedValues(before), loggedValues(after)]

/** Returns the values of a change that a save can restore. */
function restorable({ fields }: LoggedChanges, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)))
}

/** True if an event is a change of values or of related rows that the entity still has. */
function isCurrent(changes: LoggedChanges, event: Event, { values, related, latest }: Current): boolean {
  if (event.action !== 'update') return false
  const moved = relationChanges(changes.relations?.names ?? [], event)
  if (moved.length > 0) {
    const isPresent = moved.every(({ name, added, removed }) => {
      const present = new Set(related[name])
      return added.every((id) => present.has(id)) && !removed.some((id) => present.has(id))
    })
    return isPresent && latest.has(event.id)
  }
  const names = Object.keys(restorable(changes, loggedValues(event.before) ?? {}))
  const after = loggedValues(event.after) ?? {}
  return (
    names.length > 0 &&
    names.every((name) => JSON.stringify(after[name] ?? null) === JSON.stringify(values[name] ?? null))
  )
}

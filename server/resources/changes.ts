import type { EntityType, Event } from '#core/entity/event.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { changesResponse } from '#core/rest/changes.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { parseListQuery } from '#core/rest/list-query.ts'
import { savedResponse } from '#core/rest/response-shapes.ts'
import { jsonResponse, type Policy, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { findAllowed, idOf, ifMatch, parsedBody } from './generic.ts'
import { printInstant } from './print-instant.ts'
import type { AnyResource, LoggedChanges } from './resource.ts'
import { loadUsers, userReferenceOf } from './shared/users-by-id.ts'

type Values = Readonly<Record<string, unknown>>

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
      answers: { 200: changesResponse },
      handler: (request) => list(resource, changes, request),
    },
    {
      method: 'POST',
      path: '/:id/changes/:change/undo',
      policy,
      answers: { 200: savedResponse },
      handler: (request) => undo(resource, changes, request),
    },
  ]
}

async function list(resource: AnyResource, changes: LoggedChanges, request: RouteRequest): Promise<RouteResponse> {
  const row = await findAllowed(resource, request, idOf(request), 'write')
  const { page, pageSize } = parseListQuery(request.q)
  const { store } = request.context
  const { rows, count } = await store.events.page({ page, pageSize, type: changes.type, entityId: row.id })
  const current = await changes.current(row, request)
  const people = await loadUsers(
    store,
    rows.map(({ actor }) => ({ created_by_fk: actor, changed_by_fk: null })),
  )
  return jsonResponse(changesResponse, {
    count,
    ids: rows.map(({ id }) => id),
    result: rows.map((event) => ({
      id: event.id,
      action: event.action,
      made_on: printInstant(event.at),
      made_by: userReferenceOf(people, event.actor),
      json: JSON.stringify({ before: valuesOf(event.before), after: valuesOf(event.after) }),
      can_undo: isCurrent(changes, event, current),
    })),
  })
}

/**
 * Saves the values from before a change, with the checks of any save by the caller. Throws `not-found` if the log has no
 * such change of the entity, and `change-outdated` if its values were changed again since.
 */
async function undo(resource: AnyResource, changes: LoggedChanges, request: RouteRequest): Promise<RouteResponse> {
  const row = await findAllowed(resource, request, idOf(request), 'write')
  const event = await eventOf(request, changes.type, row.id)
  if (!isCurrent(changes, event, await changes.current(row, request))) throw new ApiError('change-outdated')
  const before = restorable(changes, valuesOf(event.before))
  const body = parsedBody(await resource.parse(before, request, row))
  // A save between the comparison and the update raises the version.
  const after = await resource.update(row, body, request, ifMatch(request) ?? row.version)
  return {
    ...jsonResponse(savedResponse, { id: row.id, version: after.version }),
    headers: { etag: `"${after.version}"` },
  }
}

async function eventOf(request: RouteRequest, type: EntityType, id: number): Promise<Event> {
  const event = await request.context.store.events.get(idOf(request, 'change'))
  if (event?.entity_type !== type || event.entity_id !== id || event.action !== 'update')
    throw new ApiError('not-found')
  return event
}

function valuesOf(text: string | null): Values {
  const values = text === null ? {} : parseJson(text)
  return isObject(values) ? values : {}
}

/** Returns the values of a change that a save can restore. */
function restorable({ fields }: LoggedChanges, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)))
}

/** True if an event is a change of values that the entity still has. */
function isCurrent(changes: LoggedChanges, { action, before, after }: Event, current: Values): boolean {
  const names = Object.keys(restorable(changes, valuesOf(before)))
  if (action !== 'update' || names.length === 0) return false
  const values = valuesOf(after)
  return names.every((name) => JSON.stringify(values[name] ?? null) === JSON.stringify(current[name] ?? null))
}

import { ApiError } from '#core/rest/api-error.ts'
import type { RouteResponse, RouteRequest, Policy, Route } from '#server/route/route.ts'
import { carriersOf } from './carriers.ts'
import { giveByName, taggedEntityOf } from './tagged-entity.ts'
import { requireSeen, requireTaggable } from './taggable-entities.ts'

const read: Policy = { permission: 'can_read', view: 'Tag' }
const write: Policy = { permission: 'can_write', view: 'Tag' }

/** Former tag URLs: tags of one entity, tags in use, and tagged entities by tag name. */
export const olderTagRoutes: readonly Route[] = [
  { method: 'GET', path: '/tagview/tags/suggestions', policy: read, handler: suggestions },
  { method: 'GET', path: '/tagview/tags/:type/:id', policy: read, handler: list },
  { method: 'POST', path: '/tagview/tags/:type/:id', policy: write, handler: give },
  { method: 'DELETE', path: '/tagview/tags/:type/:id', policy: write, handler: take },
  { method: 'GET', path: '/tagview/tagged_objects', policy: read, handler: tagged },
]

async function suggestions({ context: { store } }: RouteRequest): Promise<RouteResponse> {
  const ids = await store.tags.used()
  const { rows } = await store.tags.list({ where: { col: 'id', op: 'in', value: ids } })
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return { status: 200, json: ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id) }] : [])) }
}

async function list(asked: RouteRequest): Promise<RouteResponse> {
  const thing = taggedEntityOf(asked)
  await requireSeen(asked, thing)
  const carried = await asked.context.store.tags.carried(thing.type, [thing.id])
  return { status: 200, json: (carried.get(thing.id) ?? []).map(({ id, name }) => ({ id, name })) }
}

async function give(asked: RouteRequest): Promise<RouteResponse> {
  await giveByName(asked, taggedEntityOf(asked), asked.body)
  return { status: 201, json: {} }
}

async function take(asked: RouteRequest): Promise<RouteResponse> {
  const thing = taggedEntityOf(asked)
  await requireTaggable(asked, thing)
  const names: readonly unknown[] = Array.isArray(asked.body) ? asked.body : []
  if (names.length === 0) throw new ApiError('forbidden')
  const { store } = asked.context
  const carried = (await store.tags.carried(thing.type, [thing.id])).get(thing.id) ?? []
  const ids = carried.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  await store.tags.change(thing.type, thing.id, { take: ids }, asked.user.userId)
  return { status: 204 }
}

async function tagged(asked: RouteRequest): Promise<RouteResponse> {
  const names = (asked.query['tags'] ?? '').split(',').filter(Boolean)
  if (names.length === 0) return { status: 200, json: [] }
  const { rows } = await carriersOf(asked, { col: 'name', op: 'in', value: names })
  return { status: 200, json: rows.map((each) => ({ ...each, created_by: idIn(each['created_by']) })) }
}

/** Returns the id of the creator, which older clients read. */
function idIn(person: unknown): number | null {
  return (person as { readonly id: number } | null)?.id ?? null
}

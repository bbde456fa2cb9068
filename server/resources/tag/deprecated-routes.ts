import { ApiError } from '#core/rest/api-error.ts'
import type { RouteResponse, RouteRequest, Policy, Route } from '#server/route/route.ts'
import { findTaggedObjects } from './tagged-objects.ts'
import { addTagsByName, taggedEntityOf } from './tagged-entity.ts'
import { requireVisibleEntity, requireTaggable } from './taggable-entities.ts'

const readPolicy: Policy = { permission: 'can_read', view: 'Tag' }
const writePolicy: Policy = { permission: 'can_write', view: 'Tag' }

/** Former tag URLs: tags of one entity, tags in use, and tagged entities by tag name. */
export const deprecatedTagRoutes: readonly Route[] = [
  { method: 'GET', path: '/tagview/tags/suggestions', policy: readPolicy, handler: suggestions },
  { method: 'GET', path: '/tagview/tags/:type/:id', policy: readPolicy, handler: list },
  { method: 'POST', path: '/tagview/tags/:type/:id', policy: writePolicy, handler: addTagsRoute },
  { method: 'DELETE', path: '/tagview/tags/:type/:id', policy: writePolicy, handler: removeTagRoute },
  { method: 'GET', path: '/tagview/tagged_objects', policy: readPolicy, handler: showTaggedObjects },
]

async function suggestions({ context: { store } }: RouteRequest): Promise<RouteResponse> {
  const ids = await store.tags.used()
  const { rows } = await store.tags.list({ where: { col: 'id', op: 'in', value: ids } })
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return { status: 200, json: ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id) }] : [])) }
}

async function list(request: RouteRequest): Promise<RouteResponse> {
  const entity = taggedEntityOf(request)
  await requireVisibleEntity(request, entity)
  const currentTags = await request.context.store.tags.ofEntities(entity.type, [entity.id])
  return { status: 200, json: (currentTags.get(entity.id) ?? []).map(({ id, name }) => ({ id, name })) }
}

async function addTagsRoute(request: RouteRequest): Promise<RouteResponse> {
  await addTagsByName(request, taggedEntityOf(request), request.body)
  return { status: 201, json: {} }
}

async function removeTagRoute(request: RouteRequest): Promise<RouteResponse> {
  const entity = taggedEntityOf(request)
  await requireTaggable(request, entity)
  const names: readonly unknown[] = Array.isArray(request.body) ? request.body : []
  if (names.length === 0) throw new ApiError('forbidden')
  const { store } = request.context
  const currentTags = (await store.tags.ofEntities(entity.type, [entity.id])).get(entity.id) ?? []
  const ids = currentTags.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  await store.tags.change(entity.type, entity.id, { take: ids }, request.user.userId)
  return { status: 204 }
}

async function showTaggedObjects(request: RouteRequest): Promise<RouteResponse> {
  const names = (request.query['tags'] ?? '').split(',').filter(Boolean)
  if (names.length === 0) return { status: 200, json: [] }
  const { rows } = await findTaggedObjects(request, { col: 'name', op: 'in', value: names })
  return { status: 200, json: rows.map((each) => ({ ...each, created_by: idIn(each['created_by']) })) }
}

/** Returns the id of the creator, which older clients read. */
function idIn(person: unknown): number | null {
  return (person as { readonly id: number } | null)?.id ?? null
}

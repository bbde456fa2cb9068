import { doneResponse, emptyResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { tagName } from '#core/entity/tag.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject } from '#core/rest/json.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { addTags, tagsNamed } from '#server/resources/shared/tags.ts'
import { taggedTypeOf } from '#server/resources/shared/tagged-types.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import { type TaggedEntity, requireTaggable } from './taggable-entities.ts'

const policy: Policy = { permission: 'can_write', view: 'Tag' }

const schema = z.object({ properties: z.object({ tags: z.array(z.string()) }) })

/** Tags of one entity by name: add (missing ones are created) and remove. */
export const taggedEntityRoutes: readonly Route[] = [
  { method: 'POST', path: '/:type/:id', policy, body: schema, responses: { 201: emptyResponse }, handler: tagEntity },
  { method: 'DELETE', path: '/:type/:id/:tag', policy, responses: { 200: doneResponse }, handler: untagEntity },
]

/** Returns the entity that a URL names by type (name or number) and id. */
export function taggedEntityOf(request: RouteRequest): TaggedEntity {
  const type = taggedTypeOf(request.params['type'] ?? '')
  if (!type) throw new ApiError('not-found')
  return { type, id: idOf(request) }
}

async function tagEntity(request: RouteRequest): Promise<RouteResponse> {
  const { body } = request
  const properties = isObject(body) ? body['properties'] : undefined
  if (!isObject(properties) || properties['tags'] === undefined) throw new ApiError('tags-missing')
  await addTagsByName(request, taggedEntityOf(request), properties['tags'])
  return jsonResponse(emptyResponse, {}, 201)
}

/** Adds the tags with these names to an entity; missing ones are created. */
export async function addTagsByName(request: RouteRequest, entity: TaggedEntity, sent: unknown): Promise<void> {
  await requireTaggable(request, entity)
  const names = namesOf(sent)
  const { user, context } = request
  await context.store.transaction(async (tx) =>
    addTags(tx, user.userId, entity.type, entity.id, await tagsNamed(tx, user.userId, names)),
  )
}

/** Returns the sent tag names, each valid. */
function namesOf(sent: unknown): readonly string[] {
  const read = readBody(z.array(z.string()), sent)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: { tags: ['Not a valid list.'] } })
  requireWithin('thing-tags', read.ok.length)
  for (const name of read.ok) {
    const fit = tagName.safeParse(name)
    if (!fit.success)
      throw new ApiError('fields-refused', { fields: { tags: fit.error.issues.map(({ message }) => message) } })
  }
  return read.ok
}

async function untagEntity(request: RouteRequest): Promise<RouteResponse> {
  const entity = taggedEntityOf(request)
  await requireTaggable(request, entity)
  const { store } = request.context
  const name = (request.params['tag'] ?? '').trim()
  const currentTags = (await store.tags.ofEntities(entity.type, [entity.id])).get(entity.id) ?? []
  const found = currentTags.find((each) => each.name === name)
  if (!found) throw new ApiError('not-found')
  await store.tags.change(entity.type, entity.id, { take: [found.id] }, request.user.userId)
  return jsonResponse(doneResponse, { message: 'OK' })
}

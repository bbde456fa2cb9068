import { doneAnswer, emptyAnswer } from '#core/rest/answer-shapes.ts'
import * as z from 'zod'
import { tagName } from '#core/entity/tag.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject } from '#core/rest/json.ts'
import { idOf } from '#server/resources/generic.ts'
import { addTags, tagsNamed } from '#server/resources/shared/tags.ts'
import { taggedTypeOf } from '#server/resources/shared/tagged-kinds.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import { type TaggedEntity, requireTaggable } from './taggable-entities.ts'

const policy: Policy = { permission: 'can_write', view: 'Tag' }

const schema = z.object({ properties: z.object({ tags: z.array(z.string()) }) })

/** Tags of one entity by name: add (missing ones are created) and remove. */
export const taggedEntityRoutes: readonly Route[] = [
  { method: 'POST', path: '/:type/:id', policy, body: schema, answers: { 201: emptyAnswer }, handler: give },
  { method: 'DELETE', path: '/:type/:id/:tag', policy, answers: { 200: doneAnswer }, handler: take },
]

/** Returns the entity that a URL names by type (name or number) and id. */
export function taggedEntityOf(asked: RouteRequest): TaggedEntity {
  const type = taggedTypeOf(asked.params['type'] ?? '')
  if (!type) throw new ApiError('not-found')
  return { type, id: idOf(asked) }
}

async function give(asked: RouteRequest): Promise<RouteResponse> {
  const { body } = asked
  const properties = isObject(body) ? body['properties'] : undefined
  if (!isObject(properties) || properties['tags'] === undefined) throw new ApiError('tags-missing')
  await giveByName(asked, taggedEntityOf(asked), properties['tags'])
  return jsonResponse(emptyAnswer, {}, 201)
}

/** Adds the tags with these names to an entity; missing ones are created. */
export async function giveByName(asked: RouteRequest, thing: TaggedEntity, sent: unknown): Promise<void> {
  await requireTaggable(asked, thing)
  const names = namesOf(sent)
  const { user, context } = asked
  await context.store.transaction(async (inside) =>
    addTags(inside, user.userId, thing.type, thing.id, await tagsNamed(inside, user.userId, names)),
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

async function take(asked: RouteRequest): Promise<RouteResponse> {
  const thing = taggedEntityOf(asked)
  await requireTaggable(asked, thing)
  const { store } = asked.context
  const name = (asked.params['tag'] ?? '').trim()
  const carried = (await store.tags.carried(thing.type, [thing.id])).get(thing.id) ?? []
  const found = carried.find((each) => each.name === name)
  if (!found) throw new ApiError('not-found')
  await store.tags.change(thing.type, thing.id, { take: [found.id] }, asked.user.userId)
  return jsonResponse(doneAnswer, { message: 'OK' })
}

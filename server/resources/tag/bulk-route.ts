import { bulkTagResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { taggedPairs, tagName } from '#core/entity/tag.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { addTags, tagsNamed } from '#server/resources/shared/tags.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { type TaggedEntity, namedEntities, findTaggable } from './taggable-entities.ts'

const schema = z.object({ tags: z.array(z.object({ name: tagName, objects_to_tag: taggedPairs.nullish() })) })

/**
 * `POST /bulk_create`: adds several tags to several entities; those the caller may not change are skipped and reported.
 */
export const bulkRoute: Route = {
  method: 'POST',
  path: '/bulk_create',
  policy: { permission: 'can_bulk_create', view: 'Tag' },
  body: schema,
  responses: { 200: bulkTagResponse },
  handler: bulk,
}

async function bulk(request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(schema, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { tags } = read.ok
  requireWithin('thing-tags', tags.length)
  const all = tags.map(({ name, objects_to_tag }) => ({ name, taggedEntities: namedEntities(objects_to_tag ?? []) }))
  const named = new Map(all.flatMap(({ taggedEntities }) => taggedEntities.map((each) => [keyOf(each), each] as const)))
  requireWithin('tagged-things', named.size)
  const may = new Set((await findTaggable(request, [...named.values()])).map(keyOf))
  const { store } = request.context
  const actor = request.user.userId
  await store.transaction(async (tx) => {
    for (const { name, taggedEntities } of all) {
      const ids = await tagsNamed(tx, actor, [name])
      for (const each of taggedEntities) if (may.has(keyOf(each))) await addTags(tx, actor, each.type, each.id, ids)
    }
  })
  const reported = (isTagged: boolean) =>
    [...named].filter(([key]) => may.has(key) === isTagged).map(([, { type, id }]) => [type, id])
  return jsonResponse(bulkTagResponse, { result: { objects_tagged: reported(true), objects_skipped: reported(false) } })
}

function keyOf({ type, id }: TaggedEntity): string {
  return `${type} ${id}`
}

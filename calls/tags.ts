import type { UserReferenceResponse, TagReference } from '#core/rest/responses.ts'
import { call } from '#calls/call.ts'
import { createResource } from '#calls/resources.ts'

/** Entity types with tags, as named in paths; `query` is a saved query. */
export type TaggedKind = 'dashboard' | 'chart' | 'dataset' | 'query'

/** An entity with a tag. */
export interface TaggedObjectResponse {
  readonly id: number
  readonly type: TaggedKind
  readonly name: string
  readonly url: string
  readonly changed_on: string
  readonly creator: string
  readonly owners: readonly UserReferenceResponse[]
  readonly tags: readonly TagReference[]
}

type Pair = readonly [kind: TaggedKind, id: number]

/** Adds tags to entities by name and creates missing tags. Returns the entities that could not be tagged. */
export async function tagEntities(
  names: readonly string[],
  kind: TaggedKind,
  ids: readonly number[],
): Promise<{ readonly skipped: readonly number[] }> {
  const objects_to_tag = ids.map((id): Pair => [kind, id])
  const body = { tags: names.map((name) => ({ name, objects_to_tag })) }
  const { result } = await call<{ result: { objects_skipped: readonly Pair[] } }>('POST', '/api/v1/tag/bulk_create', {
    body,
  })
  return { skipped: result.objects_skipped.map(([, id]) => id) }
}

/** Removes a tag from an entity. */
export function untagEntity(kind: TaggedKind, id: number, name: string): Promise<unknown> {
  return call('DELETE', `/api/v1/tag/${kind}/${id}/${encodeURIComponent(name)}/`)
}

/** A page of tagged entities, with the total of each type. */
export interface TaggedObjectsPage {
  readonly result: readonly TaggedObjectResponse[]
  readonly counts: Readonly<Partial<Record<TaggedKind, number>>>
}

/** The number of rows per type on a page. */
export const TAGGED_OBJECTS_PAGE = 50

/** Returns the entities with a tag that the caller can find in lists; pages count from 0. */
export function fetchTaggedObjects(tagId: number, page: number, signal?: AbortSignal): Promise<TaggedObjectsPage> {
  const query = { tagIds: String(tagId), page: String(page), page_size: String(TAGGED_OBJECTS_PAGE) }
  return call<TaggedObjectsPage>('GET', '/api/v1/tag/get_objects/', { query, signal })
}

/** Returns tags with ids: tags without an id are created, or found by name. */
export function ensureTags(tags: readonly TagReference[]): Promise<readonly TagReference[]> {
  return Promise.all(tags.map(async ({ id, name }) => ({ id: id || (await createResource('tag', { name })).id, name })))
}

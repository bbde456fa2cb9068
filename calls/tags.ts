import type { PersonAnswer, TagNamed } from '#core/rest/answers.ts'
import { call } from '#calls/call.ts'
import { createResource } from '#calls/resources.ts'

/** Kinds of thing that carry tags, as addresses name them; `query` is a saved query. */
export type TaggedKind = 'dashboard' | 'chart' | 'dataset' | 'query'

/** A thing that carries a tag. */
export interface CarrierAnswer {
  readonly id: number
  readonly type: TaggedKind
  readonly name: string
  readonly url: string
  readonly changed_on: string
  readonly creator: string
  readonly owners: readonly PersonAnswer[]
  readonly tags: readonly TagNamed[]
}

type Pair = readonly [kind: TaggedKind, id: number]

/** Gives things tags by name; those that are missing are made. Answers which things could not be tagged. */
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

/** Takes a tag from a thing. */
export function untagEntity(kind: TaggedKind, id: number, name: string): Promise<unknown> {
  return call('DELETE', `/api/v1/tag/${kind}/${id}/${encodeURIComponent(name)}/`)
}

/** A page of what carries a tag: of each kind so many, and how many there are of each. */
export interface CarriersPage {
  readonly result: readonly CarrierAnswer[]
  readonly counts: Readonly<Partial<Record<TaggedKind, number>>>
}

/** Rows of each kind on a page of what carries a tag. */
export const CARRIERS_PAGE = 50

/** What carries a tag, as far as the caller finds it in lists; pages count from 0. */
export function carriersOf(tagId: number, page: number, signal?: AbortSignal): Promise<CarriersPage> {
  const query = { tagIds: String(tagId), page: String(page), page_size: String(CARRIERS_PAGE) }
  return call<CarriersPage>('GET', '/api/v1/tag/get_objects/', { query, signal })
}

/** Tags with their ids: those that have none are made, unless one of the name is there. */
export function madeTags(tags: readonly TagNamed[]): Promise<readonly TagNamed[]> {
  return Promise.all(tags.map(async ({ id, name }) => ({ id: id || (await createResource('tag', { name })).id, name })))
}

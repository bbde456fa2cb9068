import { ids } from '#core/rest/body.ts'
import type { Through } from './field.ts'

/** Kinds of thing that carry tags, by the numbers that stand for them in addresses. `query` is a saved query. */
export const taggedNumbers = { query: 1, chart: 2, dashboard: 3, dataset: 4 } as const

export type TaggedType = keyof typeof taggedNumbers

/** Kinds of thing that carry tags. */
export const taggedTypes = Object.keys(taggedNumbers) as readonly TaggedType[]

const TABLE = 'tagged_objects'

/** The tags of a thing. They are no part of its versions, and giving one is no change of the thing. */
export function tagsOf(type: TaggedType): Through {
  return { to: 'tags', through: TABLE, here: 'object_id', there: 'tag_id', only: { object_type: type } }
}

/** The things of a kind that carry a tag. */
export function taggedObjects(type: TaggedType, table: string): Through {
  return { to: table, through: TABLE, here: 'tag_id', there: 'object_id', only: { object_type: type } }
}

/** What a body says of tags: ids, all that the thing is to carry. */
export const tagsSent = { tags: ids.nullish() }

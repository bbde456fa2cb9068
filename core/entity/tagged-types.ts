import { ids } from '#core/rest/body.ts'
import type { LinkTable } from './field.ts'

/** Taggable entity types and their numbers in URLs. `query` is a saved query. */
export const taggedNumbers = { query: 1, chart: 2, dashboard: 3, dataset: 4 } as const

export type TaggedType = keyof typeof taggedNumbers

/** Taggable entity types. */
export const taggedTypes = Object.keys(taggedNumbers) as readonly TaggedType[]

const TABLE = 'tagged_objects'

/**
 * Returns the relation to the tags of an entity. Tags are not part of its versions, and tagging does not change the
 * entity.
 */
export function tagsOf(type: TaggedType): LinkTable {
  return { to: 'tags', through: TABLE, here: 'object_id', there: 'tag_id', only: { object_type: type } }
}

/** Returns the relation to the entities of a type that have a tag. */
export function taggedObjects(type: TaggedType, table: string): LinkTable {
  return { to: table, through: TABLE, here: 'tag_id', there: 'object_id', only: { object_type: type } }
}

/** Tags in a body: the complete list of tag ids of the entity. */
export const tagIdsField = { tags: ids.nullish() }

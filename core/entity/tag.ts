import * as z from 'zod'
import { textOf } from '#core/rest/body.ts'
import { text, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'
import { taggedObjects } from './tagged-types.ts'

/** Maximum length of a name in characters. */
const MAX_TAG_LENGTH = 250

/** Names are part of URLs and comma-separated lists; a colon marks tag types in other products. */
const NOT_IN_NAMES = /[:,\p{Cc}]/u

/** A valid tag name; surrounding spaces are trimmed. */
export const tagName = textOf(1, MAX_TAG_LENGTH)
  .refine((name) => name.trim() !== '', 'A tag needs a name.')
  .refine((name) => !NOT_IN_NAMES.test(name), "Invalid Tag Name (cannot contain ':' or ',')")

const trimText = (sent: string) => sent.trim()

/** The objects to tag in a request: type (name or number) and id. */
export const taggedPairs = z.array(z.tuple([z.union([z.string(), z.int()]), z.int()]))

/** A word that users attach to charts, dashboards, datasets and saved queries to find them. */
export const tagEntity = defineEntity({
  table: 'tags',
  type: 'tag',
  isPurged: true,
  rights: { view: 'Tag', permissions: ['can_read', 'can_write', 'can_bulk_create'] },
  unknown: 'dropped',
  fields: {
    /** Unique among tags that are not deleted; case-sensitive. */
    name: text({
      create: tagName,
      update: tagName.optional(),
      read: trimText,
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    description: nullableText({ body: textOf(0, 2000).nullish(), folded: true, sorted: true, filter: 'text' }),
  },
  relations: {
    charts: taggedObjects('chart', 'charts'),
    dashboards: taggedObjects('dashboard', 'dashboards'),
    datasets: taggedObjects('dataset', 'datasets'),
    saved_queries: taggedObjects('query', 'saved_queries'),
  },
  also: { objects_to_tag: taggedPairs.nullish() },
})

export type Tag = RowOf<typeof tagEntity>
export type TagDraft = DraftOf<typeof tagEntity>
export type TagBody = BodyOf<typeof tagEntity>

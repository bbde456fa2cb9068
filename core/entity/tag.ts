import * as z from 'zod'
import { textOf } from '#core/rest/body.ts'
import { text, textOrNull } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'
import { taggedObjects } from './tagged.ts'

/** The most letters of a name. */
const MAX_TAG_LENGTH = 250

/** Names stand in addresses and in lists with commas between them; a colon names kinds of tag elsewhere. */
const NOT_IN_NAMES = /[:,\p{Cc}]/u

/** What a tag may be called; spaces around it are no part of the name. */
export const tagName = textOf(1, MAX_TAG_LENGTH)
  .refine((name) => name.trim() !== '', 'A tag needs a name.')
  .refine((name) => !NOT_IN_NAMES.test(name), "Invalid Tag Name (cannot contain ':' or ',')")

const trimmed = (sent: string) => sent.trim()

/** What a call names to be tagged: kind (its name or number) and id. */
export const taggedPairs = z.array(z.tuple([z.union([z.string(), z.int()]), z.int()]))

/** A word that people give to charts, dashboards, datasets and saved queries, to find them by. */
export const tagEntity = defineEntity({
  table: 'tags',
  type: 'tag',
  isPurged: true,
  rights: { view: 'Tag', permissions: ['can_read', 'can_write', 'can_bulk_create'] },
  unknown: 'dropped',
  fields: {
    /** Unique among living tags, letter by letter. */
    name: text({
      create: tagName,
      update: tagName.optional(),
      read: trimmed,
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    description: textOrNull({ body: textOf(0, 2000).nullish(), folded: true, sorted: true, filter: 'text' }),
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

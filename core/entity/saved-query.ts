import * as z from 'zod'
import { int, textOf } from '#core/rest/body.ts'
import { integerOrNull, json, momentOrNull, textOrNull } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'
import { tagsOf, tagsSent } from './tagged.ts'
import { unknownKeys } from './unknown-keys.ts'

/** SQL that somebody keeps under a label, for themselves. */
export const savedQueryEntity = defineEntity({
  table: 'saved_queries',
  isPurged: true,
  rights: { view: 'SavedQuery', permissions: ['can_read', 'can_write', 'can_export'] },
  fields: {
    schema: textOrNull({ body: textOf(0, 128).nullish(), folded: true, sorted: true, filter: 'text' }),
    label: textOrNull({ body: textOf(0, 256).nullish(), folded: true, sorted: true, filter: 'text' }),
    description: textOrNull({ folded: true, sorted: true, filter: 'text' }),
    sql: textOrNull({ folded: true, sorted: true, filter: 'text' }),
    /** The database it asks. */
    db_id: integerOrNull({ body: int.nullish(), filter: 'number', bundle: false }),
    catalog: textOrNull({ body: textOf(0, 256).nullish() }),
    /** JSON text of what templates in the SQL are given. */
    template_parameters: json({ body: z.string().nullish(), shown: 'show' }),
    /** JSON text, kept as given. */
    extra_json: json({ body: z.string().nullish(), shown: 'never' }),
    /** Rows of the last run, and when that was; null until it has run. */
    rows: integerOrNull({ body: false, sorted: true, bundle: false }),
    last_run: momentOrNull({ sorted: true, shown: 'never' }),
    unknown_keys: unknownKeys(),
  },
  relations: { database: { to: 'databases', fk: 'db_id' }, tags: tagsOf('query') },
  also: { ...tagsSent },
})

export type SavedQuery = RowOf<typeof savedQueryEntity>
export type SavedQueryDraft = DraftOf<typeof savedQueryEntity>
export type SavedQueryBody = BodyOf<typeof savedQueryEntity>

import * as z from 'zod'
import { int, textOf } from '#core/rest/body.ts'
import { nullableInteger, json, nullableTimestamp, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'
import { tagsOf, tagIdsField } from './tagged-types.ts'
import { unknownKeys } from './unknown-keys.ts'

/** SQL that a user saves under a label, visible to that user only. */
export const savedQueryEntity = defineEntity({
  table: 'saved_queries',
  isPurged: true,
  rights: { view: 'SavedQuery', permissions: ['can_read', 'can_write', 'can_export'] },
  fields: {
    schema: nullableText({ body: textOf(0, 128).nullish(), folded: true, sorted: true, filter: 'text' }),
    label: nullableText({ body: textOf(0, 256).nullish(), folded: true, sorted: true, filter: 'text' }),
    description: nullableText({ folded: true, sorted: true, filter: 'text' }),
    sql: nullableText({ folded: true, sorted: true, filter: 'text' }),
    /** The database it queries. */
    db_id: nullableInteger({ body: int.nullish(), filter: 'number', bundle: false }),
    catalog: nullableText({ body: textOf(0, 256).nullish() }),
    /** JSON text of the parameters for templates in the SQL. */
    template_parameters: json({ body: z.string().nullish(), shown: 'show' }),
    /** JSON text, stored unchanged. */
    extra_json: json({ body: z.string().nullish(), shown: 'never' }),
    /** Row count and time of the last run; null before the first run. */
    rows: nullableInteger({ body: false, sorted: true, bundle: false }),
    last_run: nullableTimestamp({ sorted: true, shown: 'never' }),
    unknown_keys: unknownKeys(),
  },
  relations: { database: { to: 'databases', fk: 'db_id' }, tags: tagsOf('query') },
  also: { ...tagIdsField },
})

export type SavedQuery = RowOf<typeof savedQueryEntity>
export type SavedQueryDraft = DraftOf<typeof savedQueryEntity>
export type SavedQueryBody = BodyOf<typeof savedQueryEntity>

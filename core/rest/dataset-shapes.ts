import * as z from 'zod'
import { uploadedAnswer } from './answer-shapes.ts'

const columnChange = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })

/** What a refresh changed in the columns of a dataset, the charts this concerns, and the versions that undo it. */
export const refreshAnswer = z.object({
  message: z.string(),
  changes: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    type_changed: z.array(columnChange),
    renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  }),
  /** Charts that use a removed or renamed column; `is_rewritten` where the new name now stands in them. */
  charts: z.array(
    z.object({ id: z.int(), slice_name: z.string(), columns: z.array(z.string()), is_rewritten: z.boolean() }),
  ),
  /** Versions of before: restoring each of them takes the refresh back. */
  undo: z.array(z.object({ resource: z.enum(['dataset', 'chart']), id: z.int(), revision: z.int() })),
})

/** What became of a dataset whose table a file has replaced. */
export const replacedAnswer = refreshAnswer.extend({ report: uploadedAnswer.shape.report })

const count = z.int().nullable()

/** A join as its database sees it. `dataset` and `with` count the datasets of the join from 0. */
export const joinAnswer = z.object({
  result: z.object({
    database_id: z.int(),
    /** Null where keys do not fit. */
    sql: z.string().nullable(),
    columns: z.array(z.object({ name: z.string(), dataset: z.int(), column: z.string() })),
    /** Rows of the result; null where they were not counted, as all other counts are then. */
    rows: count,
    datasets: z.array(
      z.object({ id: z.int(), table_name: z.string(), rows: count, repeated: count, unmatched: count }),
    ),
    /** The first rows, each value as text, in the order of `columns`; null where the join was not read. */
    first_rows: z.array(z.array(z.string().nullable())).nullable(),
    mismatched_keys: z.array(
      z.object({
        dataset: z.int(),
        column: z.string(),
        type: z.string(),
        with: z.int(),
        with_column: z.string(),
        with_type: z.string(),
      }),
    ),
  }),
})

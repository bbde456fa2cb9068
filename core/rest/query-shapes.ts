import * as z from 'zod'
import { queryStateShape } from './sqllab.ts'

/* The shapes of lists that are not those of a resource: queries that people ran, and what older addresses list. */

const text = z.string().nullable()
const number = z.number().nullable()

/** A query that somebody ran. */
const query = z.looseObject({
  id: z.int(),
  client_id: z.string(),
  status: z.string(),
  sql: z.string(),
  executed_sql: text,
  schema: text,
  tab_name: text,
  rows: z.int().nullable(),
  start_time: number,
  end_time: number,
  changed_on: z.string(),
  database: z.object({ id: z.int(), database_name: z.string() }).nullable(),
  user: z.looseObject({ id: z.int(), first_name: z.string(), last_name: z.string() }).nullable(),
})

/** The history of queries; rows have the columns that were asked for. */
export const queriesAnswer = z.looseObject({
  count: z.int(),
  ids: z.array(z.int()),
  result: z.array(query.partial()),
})
export const queryAnswer = z.looseObject({ id: z.int(), result: query.partial() })

/** The caller's queries that changed lately, in the keys of editors of SQL. */
export const updatedQueriesAnswer = z.object({ result: z.array(queryStateShape) })

/** What somebody made or marked; `dttm` in epoch milliseconds. */
const made = { id: z.int(), title: z.string().nullable(), url: z.string(), dttm: z.number(), creator: z.string() }
export const olderCharts = z.array(
  z.object({ ...made, viz_type: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
)
export const olderDashboards = z.array(z.object({ ...made, dashboard: z.string().nullable() }))

/** A CSRF token where clients of old look for it. */
export const olderToken = z.object({ csrf_token: z.string() })

/** Charts whose answers were made and kept, or why not, one by one. */
export const olderWarmed = z.array(
  z.object({ slice_id: z.int(), viz_error: text, viz_status: z.enum(['success', 'failed']) }),
)

import * as z from 'zod'
import { queryStateShape } from './sqllab.ts'

/* Schemas of lists that do not belong to a resource: SQL runs of users, and lists of older routes. */

const text = z.string().nullable()
const number = z.number().nullable()

/** A SQL run of a user. */
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

/** The query history; rows have the requested columns. */
export const queryHistoryResponse = z.looseObject({
  count: z.int(),
  ids: z.array(z.int()),
  result: z.array(query.partial()),
})
export const queryResponse = z.looseObject({ id: z.int(), result: query.partial() })

/** The caller's recently changed queries, with the keys that SQL editors expect. */
export const updatedQueriesResponse = z.object({ result: z.array(queryStateShape) })

/** An entity that a user created or marked as favorite; `dttm` in epoch milliseconds. */
const createdEntityFields = {
  id: z.int(),
  title: z.string().nullable(),
  url: z.string(),
  dttm: z.number(),
  creator: z.string(),
}
export const legacyChartsResponse = z.array(
  z.object({ ...createdEntityFields, viz_type: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
)
export const legacyDashboardsResponse = z.array(z.object({ ...createdEntityFields, dashboard: z.string().nullable() }))

/** A CSRF token in the field that older clients read. */
export const legacyTokenResponse = z.object({ csrf_token: z.string() })

/** Charts whose results were computed and cached, or why not, per chart. */
export const legacyWarmUpResponse = z.array(
  z.object({ slice_id: z.int(), viz_error: text, viz_status: z.enum(['success', 'failed']) }),
)

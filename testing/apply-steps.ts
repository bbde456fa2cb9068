import { runPost } from '#core/post/index.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { emptyTable, type Table } from '#core/table/table.ts'

/** Post-processing operations that replace the table. Charts that use them have no data without them. */
const REMAKING = ['boxplot', 'histogram', 'rank']

/** Returns rows after the steps of a query that replace the table; an empty table if a step rejects the rows. */
export function applySteps(query: QueryObject, rows: Table): Table {
  const steps = (query.post_processing ?? []).filter((step) => REMAKING.includes(step?.operation ?? ''))
  try {
    return runPost(rows, steps).table
  } catch {
    return emptyTable
  }
}

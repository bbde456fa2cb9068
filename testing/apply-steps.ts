import { runPost } from '#core/post/index.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { emptyTable, type Table } from '#core/table/table.ts'

/** Steps that replace the table: without them a chart that needs them has no data. */
const REMAKING = ['boxplot', 'histogram', 'rank']

/** Returns the result of a query with these rows after its replacing steps; empty if a step rejects them. */
export function applySteps(query: QueryObject, rows: Table): Table {
  const steps = (query.post_processing ?? []).filter((step) => REMAKING.includes(step?.operation ?? ''))
  try {
    return runPost(rows, steps).table
  } catch {
    return emptyTable
  }
}

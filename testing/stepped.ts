import { runPost } from '#core/post/index.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { emptyTable, type Table } from '#core/table/table.ts'

/** Steps that make another table of the rows: without them a chart that asks for them has nothing to read. */
const REMAKING = ['boxplot', 'histogram', 'rank']

/** The answer to a question whose rows are these, where its steps remake them; nothing where a step refuses them. */
export function stepped(query: QueryObject, rows: Table): Table {
  const steps = (query.post_processing ?? []).filter((step) => REMAKING.includes(step?.operation ?? ''))
  try {
    return runPost(rows, steps).table
  } catch {
    return emptyTable
  }
}

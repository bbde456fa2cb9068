import type { QueryObject } from '#core/query/query-object.ts'

/** Returns the query for the same metrics over all groups that pass its filters, including filters on metrics. */
export function totalsOver(query: QueryObject): QueryObject {
  const { columns = [] } = query
  const groups = query.extras?.having && columns.length > 0 ? { having_columns: columns } : {}
  return { ...query, columns: [], row_limit: 0, row_offset: 0, ...groups }
}

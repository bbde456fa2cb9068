import type { Query } from '#core/entity/query.ts'
import type { QueryStateJson, SqlResultJson } from '#core/rest/sqllab.ts'
import { type StatementResult, wireColumns, resultRecords } from '#server/sqllab/result-text.ts'

/** Returns a result in wire form, with at most this many rows; `displayLimitReached` is set if there are more. */
export function sqlResultJson(
  { id, status }: Pick<Query, 'id' | 'status'>,
  query: QueryStateJson,
  result: StatementResult,
  maxRows: number,
): SqlResultJson {
  const columns = wireColumns(result.columns)
  return {
    query_id: id,
    status,
    data: resultRecords(result, maxRows),
    columns,
    selected_columns: columns,
    expanded_columns: [],
    query,
    ...(result.rowCount > maxRows ? { displayLimitReached: true } : {}),
  }
}

import { fetchChartData } from '#calls/chart-data.ts'
import { type ColumnExtent, parseColumnExtent, columnExtentQuery } from '#core/query/column-extent.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'
import type { Table } from '#core/table/table.ts'

/** Returns the time extent of a dataset column, queried under the caller's row-level security. */
export async function fetchColumnExtent(
  datasetId: number,
  column: string,
  signal?: AbortSignal,
): Promise<ColumnExtent> {
  return parseColumnExtent(await fetchQueryTable(datasetId, columnExtentQuery(column), signal))
}

/** Returns the rows of one query on a dataset, under the caller's row-level security; undefined without a result. */
export async function fetchQueryTable(
  datasetId: number,
  query: QueryObject,
  signal?: AbortSignal,
): Promise<Table | undefined> {
  const context = { datasource: { id: datasetId, type: 'table' }, queries: [query] }
  const [entry] = await fetchChartData(context, { signal })
  return entry && toTable(entry)
}

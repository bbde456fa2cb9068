import { askChartData } from '#calls/chart-data.ts'
import { type ColumnSpan, readSpan, spanQuery } from '#core/query/column-span.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'
import type { Table } from '#core/table/table.ts'

/** The span of a column of a dataset, asked of the data under the rules of the caller. */
export async function columnSpan(datasetId: number, column: string, signal?: AbortSignal): Promise<ColumnSpan> {
  return readSpan(await queryTable(datasetId, spanQuery(column), signal))
}

/** The rows of one query of a dataset, under the rules of the caller; undefined without an answer. */
export async function queryTable(
  datasetId: number,
  query: QueryObject,
  signal?: AbortSignal,
): Promise<Table | undefined> {
  const context = { datasource: { id: datasetId, type: 'table' }, queries: [query] }
  const [entry] = await askChartData(context, { signal })
  return entry && toTable(entry)
}

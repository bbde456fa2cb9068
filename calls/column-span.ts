import { askChartData } from '#calls/chart-data.ts'
import { type ColumnSpan, readSpan, spanQuery } from '#core/query/column-span.ts'
import { toTable } from '#core/query/result.ts'

/** The span of a column of a dataset, asked of the data under the rules of the caller. */
export async function columnSpan(datasetId: number, column: string, signal?: AbortSignal): Promise<ColumnSpan> {
  const context = { datasource: { id: datasetId, type: 'table' }, queries: [spanQuery(column)] } as const
  const [entry] = await askChartData(context, { signal })
  return readSpan(entry && toTable(entry))
}

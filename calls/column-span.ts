import { askChartData } from '#calls/chart-data.ts'
import type { AdhocMetric } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'

/** How many rows there are, and how far the moments of a column reach. */
export interface ColumnSpan {
  readonly rows: number
  /** In milliseconds; NaN where that is not known. */
  readonly span: number
}

/** The span of a column of a dataset, asked of the data under the rules of the caller. */
export async function columnSpan(datasetId: number, column: string, signal?: AbortSignal): Promise<ColumnSpan> {
  const end = (aggregate: string): AdhocMetric => ({
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: column },
    label: aggregate,
  })
  const count: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }
  const query = { columns: [], metrics: [count, end('MIN'), end('MAX')], row_limit: 1 }
  const [entry] = await askChartData({ datasource: { id: datasetId, type: 'table' }, queries: [query] }, { signal })
  const [rows, min, max] = entry ? toTable(entry).columns.map(({ values }) => values[0]) : []
  const span = typeof min === 'number' && typeof max === 'number' ? max - min : Number.NaN
  return { rows: Number(rows ?? Number.NaN), span }
}

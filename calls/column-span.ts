import { askChartData } from '#calls/chart-data.ts'
import type { AdhocMetric } from '#core/query/query-object.ts'
import { toTable } from '#core/query/result.ts'

/** How far the moments of a column reach, in milliseconds; NaN where that is not known. */
export async function columnSpan(datasetId: number, column: string, signal?: AbortSignal): Promise<number> {
  const end = (aggregate: string): AdhocMetric => ({
    expressionType: 'SIMPLE',
    aggregate,
    column: { column_name: column },
    label: aggregate,
  })
  const query = { columns: [], metrics: [end('MIN'), end('MAX')], row_limit: 1 }
  const [entry] = await askChartData({ datasource: { id: datasetId, type: 'table' }, queries: [query] }, { signal })
  const [min, max] = entry ? toTable(entry).columns.map(({ values }) => values[0]) : []
  return typeof min === 'number' && typeof max === 'number' ? max - min : Number.NaN
}

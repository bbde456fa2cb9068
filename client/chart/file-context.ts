import type { FileFormat } from '#calls/chart-data.ts'
import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'

/**
 * The rows to export: results of the chart, results as laid out in the chart (`pivoted`), or raw rows of the dataset.
 */
export type ExportedRows = 'results' | 'pivoted' | 'samples'

/** True if the chart rearranges its rows. */
export function rearrangesRows({ viz_type }: FormData): boolean {
  return chartType(viz_type)?.meta.isPivoted === true
}

/**
 * Returns a context whose result is one file. Totals are part of the chart but not of the file. Except for JSON, their
 * queries return SQL only, because percentages are calculated from them.
 */
export function exportQueryContext(context: QueryContext, rows: ExportedRows, format: FileFormat): QueryContext {
  const queries =
    format === 'json'
      ? context.queries
      : context.queries.map((query, index) => (index === 0 ? query : { ...query, result_type: 'query' as const }))
  return rows === 'pivoted'
    ? { ...context, queries: queries.slice(0, 1), result_type: 'post_processed' }
    : { ...context, queries }
}

/** Returns the context with the first query extended to `mostRows` rows, starting at the first row. */
export function fullContext(context: QueryContext, mostRows: number): QueryContext {
  const queries = context.queries.map((query, index) =>
    index === 0 ? { ...query, row_limit: mostRows, row_offset: 0 } : query,
  )
  return { ...context, queries }
}

import type { FileFormat } from '#calls/chart-data.ts'
import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryContext } from '#core/query/query-object.ts'

/** Which rows: those of the chart, the same as its picture lays them out, or some of the dataset as they are. */
export type Rows = 'results' | 'pivoted' | 'samples'

/** Whether the picture lays its rows out anew. */
export function spreads({ viz_type }: FormData): boolean {
  return chartType(viz_type)?.meta.spreads === true
}

/**
 * The context whose answer is one file. Totals are part of the picture and no file beside it: they are asked for as a
 * statement alone, which keeps the shares that are made of them.
 */
export function fileContext(context: QueryContext, rows: Rows, format: FileFormat): QueryContext {
  const queries =
    format === 'json'
      ? context.queries
      : context.queries.map((query, index) => (index === 0 ? query : { ...query, result_type: 'query' as const }))
  return rows === 'pivoted'
    ? { ...context, queries: queries.slice(0, 1), result_type: 'post_processed' }
    : { ...context, queries }
}

/** The context with as many rows of its first question as any may have, from the first on. */
export function fullContext(context: QueryContext, mostRows: number): QueryContext {
  const queries = context.queries.map((query, index) =>
    index === 0 ? { ...query, row_limit: mostRows, row_offset: 0 } : query,
  )
  return { ...context, queries }
}

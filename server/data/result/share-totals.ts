import { metricLabel, type PostProcessing, type QueryContext, type QueryObject } from '#core/query/query-object.ts'
import type { Table } from '#core/table/table.ts'

/** The totals of columns by their label. */
type ShareTotals = Readonly<Record<string, number>>

/** True for an operation that computes column shares without given totals. */
function needsTotals(step: PostProcessing | null): step is PostProcessing {
  if (step?.operation !== 'contribution') return false
  const { orientation, contribution_totals } = step.options ?? {}
  return orientation !== 'row' && contribution_totals === undefined
}

/** True for a query with one row over all matching rows, computed by the engine from the rows of the dataset. */
function isTotal({
  columns,
  metrics,
  is_rowcount,
  is_timeseries,
  time_offsets,
  post_processing,
}: QueryObject): boolean {
  const isPlain =
    !is_rowcount && !is_timeseries && !time_offsets?.length && !post_processing?.some((step) => step !== null)
  return isPlain && !columns?.length && (metrics?.length ?? 0) > 0
}

/**
 * Returns the query of a context whose result contains the totals for the shares in query `index`. Undefined if that
 * query computes no shares or no query has the same metrics over all rows: shares then refer to the rows of the result.
 */
export function totalsQuery({ queries, datasource }: QueryContext, index: number): QueryObject | undefined {
  const queryObject = queries[index]
  if (!queryObject?.post_processing?.some(needsTotals)) return undefined
  const source = (query: QueryObject) => JSON.stringify(query.datasource ?? datasource)
  const wanted = queryObject.post_processing.filter(needsTotals).flatMap(({ options }) => asList(options?.['columns']))
  return queries.find((query) => {
    const labels = (query.metrics ?? []).map(metricLabel)
    return (
      isTotal(query) && source(query) === source(queryObject) && wanted.every((label) => labels.includes(String(label)))
    )
  })
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the cells of the totals row, by column; non-numeric cells count as 0. */
export function shareTotals({ columns }: Table): ShareTotals {
  return Object.fromEntries(columns.map(({ name, values }) => [name, Number(values[0] ?? 0) || 0]))
}

/** Returns the query with the totals for its shares. */
export function withShareTotals(query: QueryObject, contribution_totals: ShareTotals): QueryObject {
  const steps = (query.post_processing ?? []).map((step) =>
    needsTotals(step) ? { ...step, options: { ...step.options, contribution_totals } } : step,
  )
  return { ...query, post_processing: steps }
}

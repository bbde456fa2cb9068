import { metricLabel, type PostProcessing, type QueryContext, type QueryObject } from '#core/query/query-object.ts'
import type { Table } from '#core/table/table.ts'

/** The totals of columns by their label. */
type ShareTotals = Readonly<Record<string, number>>

/** A step that makes shares of columns and is not told what they are shares of. */
function needsTotals(step: PostProcessing | null): step is PostProcessing {
  if (step?.operation !== 'contribution') return false
  const { orientation, contribution_totals } = step.options ?? {}
  return orientation !== 'row' && contribution_totals === undefined
}

/** One row over everything that passes, as the engine makes it of the rows of the dataset. */
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
 * The question of a context whose answer holds the totals of the shares that question `index` makes; undefined where it
 * makes none or no question asks for the same metrics over all rows: shares are then those of the rows of the answer.
 */
export function totalsQuery({ queries, datasource }: QueryContext, index: number): QueryObject | undefined {
  const asked = queries[index]
  if (!asked?.post_processing?.some(needsTotals)) return undefined
  const source = (query: QueryObject) => JSON.stringify(query.datasource ?? datasource)
  const wanted = asked.post_processing.filter(needsTotals).flatMap(({ options }) => listed(options?.['columns']))
  return queries.find((query) => {
    const labels = (query.metrics ?? []).map(metricLabel)
    return isTotal(query) && source(query) === source(asked) && wanted.every((label) => labels.includes(String(label)))
  })
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The cells of the one row of totals, by column; what is no number counts as 0. */
export function shareTotals({ columns }: Table): ShareTotals {
  return Object.fromEntries(columns.map(({ name, values }) => [name, Number(values[0] ?? 0) || 0]))
}

/** The question with the totals its shares are of. */
export function withShareTotals(query: QueryObject, contribution_totals: ShareTotals): QueryObject {
  const steps = (query.post_processing ?? []).map((step) =>
    needsTotals(step) ? { ...step, options: { ...step.options, contribution_totals } } : step,
  )
  return { ...query, post_processing: steps }
}

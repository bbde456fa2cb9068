import type { Dataset } from '#core/entity/dataset.ts'
import { MAX_ROWS } from '#core/query/max-rows.ts'
import type { QueryContext, QueryObject, ResultType } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Limits } from '#server/sql/environment.ts'
import { withTimeColumn } from '#server/dataset/time-column.ts'

const ROWS = 50_000
const SAMPLES = 1000

const TYPES: readonly string[] = [
  'full',
  'results',
  'query',
  'samples',
  'columns',
  'timegrains',
  'drill_detail',
  'post_processed',
]

/** A query of a context as it will be run, with its result type and limits. */
export interface RunnableQuery {
  readonly query: QueryObject
  readonly type: ResultType
  readonly limits: Limits
}

/**
 * Returns the query at `index`. Samples request all columns of some rows that match its filters; drill-to-detail
 * queries keep the time range. No result has more rows than `maxRows`, the quota of the user.
 */
export function runnableQuery(
  context: QueryContext,
  index: number,
  dataset: Dataset,
  maxRows = MAX_ROWS,
): RunnableQuery {
  const queryObject = context.queries[index]
  if (!queryObject) throw new ApiError('result-empty')
  const query = withTimeColumn(queryObject, dataset)
  const type = query.result_type ?? context.result_type ?? 'full'
  if (!TYPES.includes(type)) throw new ApiError('result-type-wrong', { args: [type] })
  const max = Math.min(MAX_ROWS, maxRows)
  const limits = { rows: ROWS, max }
  if (type !== 'samples' && type !== 'drill_detail') return { query, type, limits }
  const { granularity, time_range, filters, extras = {}, url_params, applied_time_extras } = query
  const { having: _having, ...narrowing } = extras
  const names = dataset.columns.map((column) => column.column_name)
  const rows: QueryObject = {
    is_timeseries: false,
    columns: names,
    extras: narrowing,
    ...(filters ? { filters } : {}),
    ...(url_params ? { url_params } : {}),
    ...(applied_time_extras ? { applied_time_extras } : {}),
    ...(query.row_limit ? { row_limit: query.row_limit } : {}),
    ...(query.row_offset ? { row_offset: query.row_offset } : {}),
    ...(query.apply_fetch_values_predicate ? { apply_fetch_values_predicate: true } : {}),
  }
  const sampled = { rows: SAMPLES, max }
  if (type === 'samples') return { query: rows, type, limits: sampled }
  const time = { ...(granularity ? { granularity } : {}), ...(time_range ? { time_range } : {}) }
  const first = names[0]
  return { query: { ...rows, ...time, orderby: first ? [[first, true]] : [] }, type, limits: sampled }
}

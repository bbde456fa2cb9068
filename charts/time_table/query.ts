import { baseQuery, withOrder, xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** What other chart types over time say of axes and series means nothing here. */
const FOREIGN = [
  'x_axis',
  'x_axis_sort',
  'x_axis_sort_series',
  'sort_series_type',
  'sort_series_ascending',
  'truncate_metric',
]

/** The form as one that asks for buckets of the time column and nothing else. */
export function bucketForm(form: FormData): FormData {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !FOREIGN.includes(key))) as FormData
}

/**
 * The metrics by time bucket, and by the dimension when there is one. The latest buckets come first: what the row limit
 * cuts off is the distant past, never the period that all figures start from.
 */
export function toQueries(form: FormData): QueryObject[] {
  const base = baseQuery(form)
  if (!base.metrics?.length) return []
  const query = { ...base, is_timeseries: true, series_columns: base.columns ?? [] }
  return [withOrder(query, [[xLabelOf(bucketForm(form)), false]])]
}

import { baseQuery, withOrder, xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Axis and series keys of other time-series chart types that have no effect here. */
const FOREIGN = [
  'x_axis',
  'x_axis_sort',
  'x_axis_sort_series',
  'sort_series_type',
  'sort_series_ascending',
  'truncate_metric',
]

/** Returns the form without keys that do not apply, to bucket by the time column. */
export function bucketForm(form: FormData): FormData {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !FOREIGN.includes(key))) as FormData
}

/**
 * Queries the metrics by time bucket and optional dimension, latest bucket first, so that a row limit cuts off the
 * oldest and never the period that all numbers refer to.
 */
export function toQueries(form: FormData): QueryObject[] {
  const base = baseQuery(form)
  if (!base.metrics?.length) return []
  const query = { ...base, is_timeseries: true, series_columns: base.columns ?? [] }
  return [withOrder(query, [[xLabelOf(bucketForm(form)), false]])]
}

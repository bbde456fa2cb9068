import type { HorizonForm } from './controls.ts'
import { timeseriesQuery } from '#charts/shared/timeseries/timeseries-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** What a form may still say of other kinds over time, which means nothing here. */
const FOREIGN = [
  'x_axis',
  'x_axis_sort',
  'contributionMode',
  'forecastEnabled',
  'rolling_type',
  'time_compare',
  'resample_rule',
]

/** The form as one over buckets of the time column. */
export function bucketForm<F extends FormData>(form: F): F {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !FOREIGN.includes(key))) as F
}

/** The metrics by time bucket and series. */
export function toQueries(form: HorizonForm): QueryObject[] {
  return timeseriesQuery(bucketForm(form))
}

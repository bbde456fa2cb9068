import type { HorizonForm } from './controls.ts'
import { timeseriesQuery } from '#charts/shared/timeseries/timeseries-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Form keys of other time-series chart types that have no effect here. */
const FOREIGN = [
  'x_axis',
  'x_axis_sort',
  'contributionMode',
  'forecastEnabled',
  'rolling_type',
  'time_compare',
  'resample_rule',
]

/** Returns the form without keys that do not apply, to bucket by the time column. */
export function bucketForm<F extends FormData>(form: F): F {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !FOREIGN.includes(key))) as F
}

/** Queries the metrics by time bucket and series. */
export function toQueries(form: HorizonForm): QueryObject[] {
  return timeseriesQuery(bucketForm(form))
}

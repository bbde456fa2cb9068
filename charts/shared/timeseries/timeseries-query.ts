import type { FormData } from '#core/form/form-data.ts'
import { comparingOf, isAdvanced, plainSteps, timeseriesSteps } from '#core/form/advanced-analytics.ts'
import { baseAxis, baseQuery, normalisedOrder, withOrder, xAxisOf, xLabelOf } from '#core/form/base-query.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import { queryFields, uniqueBy } from '#core/form/query-fields.ts'

/** The labels of the dimensions whose values are series, in order. */
export function seriesDimensions(form: FormData): readonly string[] {
  const x = xLabelOf(form)
  return uniqueBy(queryFields(form).columns, columnLabel)
    .map(columnLabel)
    .filter((name) => name !== x)
}

/**
 * What charts over time ask: the x axis, the dimensions, the metrics. Forms without `x_axis` ask for buckets of the time
 * column (`is_timeseries`), which come back as `__timestamp`. The answer is long, one row per bucket and series, and the
 * chart turns it into series itself; a form that compares, rolls, resamples or forecasts gets a column per series.
 */
export function timeseriesQuery(form: FormData): QueryObject[] {
  const base = baseQuery(form)
  if (!base.metrics?.length) return []
  const x = xAxisOf(form)
  const series = base.columns ?? []
  const axis: QueryColumn[] = x === undefined ? [] : [baseAxis(x, base.extras?.time_grain_sqla)]
  const label = xLabelOf(form)
  const shape = { x: label, metrics: base.metrics, series: series.map(columnLabel).filter((name) => name !== label) }
  const query: QueryObject = {
    ...base,
    columns: uniqueBy([...axis, ...series], columnLabel),
    series_columns: series,
    time_offsets: comparingOf(form, base.metrics)?.offsets ?? [],
    post_processing: isAdvanced(form, base.metrics) ? timeseriesSteps(form, shape) : plainSteps(form, shape),
    ...(x === undefined ? { is_timeseries: true } : {}),
  }
  return [withOrder(query, normalisedOrder(query, form))]
}

import type { FormData } from '#core/form/form-data.ts'
import { timeComparisonOf, isAdvanced, sortSteps, timeseriesSteps } from '#core/form/advanced-analytics.ts'
import { baseAxis, baseQuery, normalizeOrder, withOrder, xAxisOf, xLabelOf } from '#core/form/base-query.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import { queryFields, uniqueBy } from '#core/form/query-fields.ts'

/** Returns the labels of the dimensions that define series, in order. */
export function seriesDimensions(form: FormData): readonly string[] {
  const x = xLabelOf(form)
  return uniqueBy(queryFields(form).columns, columnLabel)
    .map(columnLabel)
    .filter((name) => name !== x)
}

/**
 * Queries the metrics by x axis and dimensions. Forms without `x_axis` bucket by the time column (`is_timeseries`),
 * which is returned as `__timestamp`. The result is long, with one row per bucket and series, and the chart pivots it.
 * If the form compares, rolls, resamples or forecasts, the result has one column per series.
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
    time_offsets: timeComparisonOf(form, base.metrics)?.offsets ?? [],
    post_processing: isAdvanced(form, base.metrics) ? timeseriesSteps(form, shape) : sortSteps(form, shape),
    ...(x === undefined ? { is_timeseries: true } : {}),
  }
  return [withOrder(query, normalizeOrder(query, form))]
}

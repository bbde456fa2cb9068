import type { TrendForm } from './controls.ts'
import { overallQuery } from '#charts/shared/figure/overall-value.ts'
import { timeseriesSteps } from '#core/form/advanced-analytics.ts'
import { baseAxis, baseQuery, metricOf, withOrder, xAxisOf, xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { PostProcessing, QueryColumn, QueryObject } from '#core/query/query-object.ts'

/**
 * Queries the metric by time bucket, latest first, so that a row limit cuts off the oldest buckets and never the
 * current period. A number over all rows needs a second query.
 */
export function toQueries(form: TrendForm): QueryObject[] {
  const metric = metricOf(form, 'metric')
  if (metric === undefined) return []
  const base = baseQuery(form)
  const x = xAxisOf(form)
  const columns: QueryColumn[] = x === undefined ? [] : [baseAxis(x, base.extras?.time_grain_sqla)]
  const query: QueryObject = {
    ...base,
    columns,
    metrics: [metric],
    post_processing: hasRollingOrResampling(form) ? stepsOf(form) : [],
    ...(x === undefined ? { is_timeseries: true } : {}),
  }
  const overall = form.aggregation === 'raw' ? overallQuery(form) : undefined
  return [withOrder(query, [[xLabelOf(form), false]]), ...(overall ? [overall] : [])]
}

/** Whether the form asks for a rolling window or resampling. */
function hasRollingOrResampling({
  rolling_type: type,
  resample_rule: rule,
  resample_method: method,
}: TrendForm): boolean {
  return (type ?? 'None') !== 'None' || Boolean(rule && method)
}

function stepsOf(form: TrendForm): PostProcessing[] {
  const { viz_type, rolling_type, rolling_periods, min_periods, resample_rule, resample_method } = form
  const stepForm: FormData = { viz_type, rolling_type, rolling_periods, min_periods, resample_rule, resample_method }
  const metric = metricOf(form, 'metric')
  return [
    ...timeseriesSteps(stepForm, { x: xLabelOf(form), metrics: metric === undefined ? [] : [metric], series: [] }),
  ]
}

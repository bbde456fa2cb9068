import { migrateForm, trendChartType } from '#charts/index.ts'
import { toQueryContext } from '#charts/chart.ts'
import { metricOf, xAxisOf } from '#core/form/base-query.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { QueryContext, QueryMetric } from '#core/query/query-object.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import type { DashboardChartResponse } from '#core/rest/responses.ts'
import { TEMPORAL, type Value } from '#core/table/table.ts'

/** The number of latest periods in a trend. */
const MAX_PERIODS = 400
/** The maximum number of points of its line; neighbors are averaged. */
const MAX_POINTS = 55

/** The values of one metric over time, oldest first. */
export interface Trend {
  readonly label: string
  readonly values: readonly number[]
  /** The relative change of the last value from the one before; null if that is 0. */
  readonly change: number | null
}

function metricIn(form: FormData): QueryMetric | undefined {
  return metricOf(form, 'metric') ?? (Array.isArray(form.metrics) ? (form.metrics[0] as QueryMetric) : undefined)
}

/**
 * Returns the query for the first metric of a chart by time alone, under the chart's filters; undefined without a
 * metric.
 */
export function trendContext({ id, form_data }: DashboardChartResponse): QueryContext | undefined {
  const form = migrateForm({ ...form_data, slice_id: id })
  const [metric, datasource] = [metricIn(form), parseDatasource(form.datasource)]
  if (metric === undefined || !datasource) return undefined
  const { granularity_sqla, time_grain_sqla, time_range, adhoc_filters } = form
  const trend = migrateForm({
    viz_type: trendChartType.type,
    datasource: form.datasource as string,
    slice_id: id,
    metric,
    x_axis: xAxisOf(form),
    granularity_sqla,
    time_grain_sqla: time_grain_sqla ?? null,
    time_range: time_range ?? null,
    adhoc_filters: adhoc_filters ?? [],
    row_limit: MAX_PERIODS,
  })
  return toQueryContext(trendChartType, trend, datasource)
}

/** Returns the number in a cell, which may be sent as text; null if there is none. */
function toNumber(value: Value | undefined): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Returns the trend from the result; undefined if its rows have no times or are too few for a line. */
export function trendOf(entry: ColumnarResult | undefined): Trend | undefined {
  if (!entry || entry.error) return undefined
  const at = entry.coltypes.indexOf(TEMPORAL)
  const of = entry.colnames.findIndex((_, index) => index !== at)
  if (at < 0 || of < 0) return undefined
  const times = entry.columns[at] ?? []
  const rows = times.map((time, row) => [toNumber(time), toNumber(entry.columns[of]?.[row])] as const)
  // An incomplete last period would look like a fall.
  const end = entry.open_period ?? Number.POSITIVE_INFINITY
  const known = rows.filter(
    (row): row is readonly [number, number] => row[0] !== null && row[1] !== null && row[0] < end,
  )
  const values = known.toSorted(([a], [b]) => a - b).map(([, value]) => value)
  const [before = 0, last = 0] = values.slice(-2)
  const change = before === 0 ? null : (last - before) / Math.abs(before)
  return values.length < 2 ? undefined : { label: entry.colnames[of] ?? '', values: fewer(values), change }
}

/** Averages neighbors to the maximum number of points of a line. */
function fewer(values: readonly number[]): readonly number[] {
  const size = Math.ceil(values.length / MAX_POINTS)
  if (size === 1) return values
  const means: number[] = []
  for (let at = 0; at < values.length; at += size) {
    const some = values.slice(at, at + size)
    means.push(some.reduce((sum, value) => sum + value, 0) / some.length)
  }
  return means
}

/**
 * Returns the SVG path of a trend in a box of pixels, `inset` from its edges; a constant trend is centered vertically.
 */
export function trendPath(
  values: readonly number[],
  box: { readonly width: number; readonly height: number; readonly inset: number },
): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (index: number) => box.inset + (index / (values.length - 1)) * (box.width - 2 * box.inset)
  const y = (value: number) =>
    high === low ? box.height / 2 : box.inset + ((high - value) / (high - low)) * (box.height - 2 * box.inset)
  return values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
}

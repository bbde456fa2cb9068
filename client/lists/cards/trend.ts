import { formOfToday, trendKind } from '#charts/index.ts'
import { toQueryContext } from '#charts/chart.ts'
import { metricOf, xAxisOf } from '#core/form/base-query.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { QueryContext, QueryMetric } from '#core/query/query-object.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import type { DashboardChartAnswer } from '#core/rest/answers.ts'
import { TEMPORAL, type Value } from '#core/table/table.ts'

/** The latest periods of which a trend is made. */
const MAX_PERIODS = 400
/** The points of its line: of more, neighbours are one, at their mean. */
const MAX_POINTS = 55

/** What one metric has come along, oldest first. */
export interface Trend {
  readonly label: string
  readonly values: readonly number[]
}

function metricIn(form: FormData): QueryMetric | undefined {
  return metricOf(form, 'metric') ?? (Array.isArray(form.metrics) ? (form.metrics[0] as QueryMetric) : undefined)
}

/** The question for the first metric of a chart over its time alone, by the filters of the chart; undefined without one. */
export function trendContext({ id, form_data }: DashboardChartAnswer): QueryContext | undefined {
  const form = formOfToday({ ...form_data, slice_id: id })
  const [metric, datasource] = [metricIn(form), parseDatasource(form.datasource)]
  if (metric === undefined || !datasource) return undefined
  const { granularity_sqla, time_grain_sqla, time_range, adhoc_filters } = form
  const trend = formOfToday({
    viz_type: trendKind.type,
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
  return toQueryContext(trendKind, trend, datasource)
}

/** The number in a cell, which may be sent as text; null where there is none. */
function toNumber(value: Value | undefined): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The trend in an answer to that question; undefined where its rows are no times, or fewer than make a line. */
export function trendOf(entry: ColumnsEntry | undefined): Trend | undefined {
  if (!entry || entry.error) return undefined
  const at = entry.coltypes.indexOf(TEMPORAL)
  const of = entry.colnames.findIndex((_, index) => index !== at)
  if (at < 0 || of < 0) return undefined
  const times = entry.columns[at] ?? []
  const rows = times.map((time, row) => [toNumber(time), toNumber(entry.columns[of]?.[row])] as const)
  // A last period that is not whole yet would look like a fall.
  const end = entry.open_period ?? Number.POSITIVE_INFINITY
  const known = rows.filter(
    (row): row is readonly [number, number] => row[0] !== null && row[1] !== null && row[0] < end,
  )
  const values = known.toSorted(([a], [b]) => a - b).map(([, value]) => value)
  return values.length < 2 ? undefined : { label: entry.colnames[of] ?? '', values: fewer(values) }
}

/** Neighbours as one point at their mean, so that there are no more than a line shows. */
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

/** The line of a trend in a box of pixels, `inset` from its edges; what does not change is in the middle. */
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

import type { FormData } from './form-data.ts'
import { listOf } from './query-fields.ts'
import { metricLabel, type PostProcessing, type QueryMetric } from '#core/query/query-object.ts'

/** Cumulative and rolling functions over time, in display order. */
export const rollingTypes = ['None', 'mean', 'sum', 'std', 'cumsum'] as const

/** How a metric is compared with itself at another time, in display order. `absolute` is the difference. */
export const comparisonTypes = ['values', 'absolute', 'percentage', 'ratio'] as const

/** Time intervals for resampling, in display order. */
export const resampleRules = ['1T', '1H', '1D', '7D', '1M', '1AS'] as const

/** Resampling methods, in display order. */
export const resampleMethods = ['asfreq', 'bfill', 'ffill', 'median', 'mean', 'sum'] as const

/** Methods offered in addition to those of Superset. */
export const additionalResampleMethods = ['linear'] as const

/** The time comparison of a form. `type` is the name of the operation: `difference` also for the older `absolute`. */
export interface TimeComparison {
  readonly offsets: readonly string[]
  readonly type: 'values' | 'difference' | 'percentage' | 'ratio'
}

/** The parts of the query that the post-processing needs. */
export interface PostProcessingInput {
  /** Label of the x axis. */
  readonly x: string
  readonly metrics: readonly QueryMetric[]
  /** Labels of the dimensions besides the x axis. */
  readonly series: readonly string[]
}

const TYPES: Readonly<Record<string, TimeComparison['type']>> = {
  values: 'values',
  absolute: 'difference',
  difference: 'difference',
  percentage: 'percentage',
  ratio: 'ratio',
}

/** Returns the time comparison of a form that has shifts, a metric and a known type (default `values`). */
export function timeComparisonOf(form: FormData, metrics: readonly QueryMetric[]): TimeComparison | undefined {
  const offsets = listOf<unknown>(form['time_compare']).filter((each) => typeof each === 'string')
  const name = form['comparison_type'] ?? 'values'
  const type = typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  return offsets.length > 0 && metrics.length > 0 && type ? { offsets, type } : undefined
}

/** A result column of a metric: its name after the pivot, and its name after the rename. */
export interface MetricColumn {
  readonly metric: string
  /** The time shift; undefined for the current time. */
  readonly offset: string | undefined
  readonly column: string
  /** Null omits the metric name from the series name. */
  readonly name: string | null
}

/** Returns the final metric columns of a time-series chart, in order. */
export function metricColumns(form: FormData, { metrics, series }: PostProcessingInput): readonly MetricColumn[] {
  const labels = metrics.map(metricLabel)
  const comparing = timeComparisonOf(form, metrics)
  const isShort = labels.length === 1 && series.length > 0 && (comparing || form['truncate_metric'] === true)
  const own = labels.map((metric) => ({ metric, offset: undefined, column: metric, name: isShort ? null : metric }))
  if (!comparing) return own
  const { offsets, type } = comparing
  const others = labels.flatMap((metric) =>
    offsets.map((offset) => ({
      metric,
      offset,
      column: type === 'values' ? `${metric}__${offset}` : `${type}__${metric}__${metric}__${offset}`,
      name: labels.length > 1 ? `${metric}, ${offset}` : offset,
    })),
  )
  return type === 'values' ? [...own, ...others] : others
}

/** True if a form requests any advanced analytics. */
export function isAdvanced(form: FormData, metrics: readonly QueryMetric[]): boolean {
  return (
    timeComparisonOf(form, metrics) !== undefined ||
    rollingOf(form) !== undefined ||
    resampleOf(form) !== undefined ||
    form['forecastEnabled'] === true
  )
}

/** Returns the post-processing of a form without advanced analytics: empty, or the sort of its x axis. */
export function sortSteps(form: FormData, shape: PostProcessingInput): readonly PostProcessing[] {
  const sort = sortStep(form, shape)
  return sort ? [sort] : []
}

/**
 * Returns the post-processing of a time-series chart in execution order. Resampling runs first: a window of rows is a
 * window of time only if the rows are regular, and a ratio of sums is not a sum of ratios. Rolling functions run after
 * differences and ratios.
 */
export function timeseriesSteps(form: FormData, shape: PostProcessingInput): readonly PostProcessing[] {
  const comparing = timeComparisonOf(form, shape.metrics)
  const compares = comparing !== undefined && comparing.type !== 'values'
  const columns = metricColumns(form, shape)
  const roll = rollStep(form, columns)
  const compare = compares ? compareStep(shape.metrics.map(metricLabel), comparing) : undefined
  const steps = [
    pivotStep(shape, comparing),
    resampleStep(form),
    ...(compares ? [compare, roll] : [roll]),
    renameStep(columns),
    contributionStep(form, comparing),
    sortStep(form, shape, columns),
    { operation: 'flatten' },
    forecastStep(form, shape),
  ]
  return steps.filter((step) => step !== undefined)
}

/**
 * Returns the sort of the x axis (`x_axis_sort`): by its own values or by a displayed metric, ascending unless
 * `x_axis_sort_asc` is false. Only without dimensions: with them, an x value has several metric values. `spread` are
 * the columns after a pivot; without a pivot the x axis is a column.
 */
function sortStep(
  form: FormData,
  { x, series, metrics }: PostProcessingInput,
  spread?: readonly MetricColumn[],
): PostProcessing | undefined {
  const by = form['x_axis_sort']
  if (typeof by !== 'string' || by === '' || series.length > 0) return undefined
  const ascending = form['x_axis_sort_asc'] !== false
  if (by === x && spread) return { operation: 'sort', options: { is_sort_index: true, ascending } }
  const shown = spread ? spread.map(({ name }) => name) : [x, ...metrics.map(metricLabel)]
  return shown.includes(by) ? { operation: 'sort', options: { by, ascending } } : undefined
}

/**
 * Columns without values are retained: later operations refer to them, and the chart omits their series if required.
 */
function pivotStep({ x, metrics, series }: PostProcessingInput, comparing: TimeComparison | undefined): PostProcessing {
  const labels = metrics.map(metricLabel)
  const others = labels.flatMap((metric) => (comparing?.offsets ?? []).map((offset) => `${metric}__${offset}`))
  const aggregates = Object.fromEntries([...labels, ...others].map((label) => [label, { operator: 'mean' }]))
  return {
    operation: 'pivot',
    options: { index: [x], columns: series, aggregates, drop_missing_columns: false },
  }
}

function rollingOf(form: FormData): string | undefined {
  const type = form['rolling_type']
  return rollingTypes.find((each) => each !== 'None' && each === type)
}

function readInteger(value: unknown, otherwise: number): number {
  const number = Math.trunc(Number(value ?? ''))
  return value === '' || value === null || value === undefined || !Number.isFinite(number) ? otherwise : number
}

function rollStep(form: FormData, metrics: readonly MetricColumn[]): PostProcessing | undefined {
  const type = rollingOf(form)
  if (!type) return undefined
  const columns = Object.fromEntries(metrics.map(({ column }) => [column, column]))
  if (type === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } }
  const window = Math.max(1, readInteger(form['rolling_periods'], 1))
  const least = Math.min(window, Math.max(0, readInteger(form['min_periods'], 0)))
  return { operation: 'rolling', options: { rolling_type: type, window, min_periods: least, columns } }
}

function compareStep(labels: readonly string[], { offsets, type }: TimeComparison): PostProcessing {
  const pairs = labels.flatMap((metric) => offsets.map((offset) => [metric, `${metric}__${offset}`] as const))
  return {
    operation: 'compare',
    options: {
      source_columns: pairs.map(([source]) => source),
      compare_columns: pairs.map(([, compare]) => compare),
      compare_type: type,
      drop_original_columns: true,
    },
  }
}

/** Returns the resampling of a form; undefined without a rule or a method. */
export function resampleOf(form: FormData): { readonly method: string; readonly rule: string } | undefined {
  const { resample_method: method, resample_rule: rule } = form
  return typeof method === 'string' && method !== '' && typeof rule === 'string' && rule !== ''
    ? { method, rule }
    : undefined
}

function resampleStep(form: FormData): PostProcessing | undefined {
  const resample = resampleOf(form)
  if (!resample) return undefined
  const zeros = resample.method === 'zerofill'
  const method = zeros ? 'asfreq' : resample.method
  return { operation: 'resample', options: { method, rule: resample.rule, fill_value: zeros ? 0 : null } }
}

function renameStep(columns: readonly MetricColumn[]): PostProcessing | undefined {
  const changed = columns.filter(({ column, name }) => column !== name)
  if (changed.length === 0) return undefined
  const names = Object.fromEntries(changed.map(({ column, name }) => [column, name]))
  return { operation: 'rename', options: { columns: names, level: 0, inplace: true } }
}

/** Shares of a shifted time use the values of that time. */
function contributionStep(form: FormData, comparing: TimeComparison | undefined): PostProcessing | undefined {
  const mode = form['contributionMode']
  if (mode !== 'row' && mode !== 'column') return undefined
  const shifts = comparing ? { time_shifts: comparing.offsets } : {}
  return { operation: 'contribution', options: { orientation: mode, ...shifts } }
}

function seasonality(value: unknown): boolean | number | null {
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (value === 'true' || value === 'false') return value === 'true'
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null
}

function forecastStep(form: FormData, { x }: PostProcessingInput): PostProcessing | undefined {
  if (form['forecastEnabled'] !== true) return undefined
  const interval = Number(form['forecastInterval'] ?? 0.8)
  return {
    operation: 'prophet',
    options: {
      time_grain: form.extra_form_data?.time_grain_sqla ?? form.time_grain_sqla,
      periods: readInteger(form['forecastPeriods'], 10),
      confidence_interval: Number.isFinite(interval) ? interval : 0.8,
      yearly_seasonality: seasonality(form['forecastSeasonalityYearly']),
      weekly_seasonality: seasonality(form['forecastSeasonalityWeekly']),
      daily_seasonality: seasonality(form['forecastSeasonalityDaily']),
      index: x,
    },
  }
}

import { mapPattern } from '#core/format/currency.ts'
import { timeComparisonOf, isAdvanced } from '#core/form/advanced-analytics.ts'
import { xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { formatCell } from '#core/format/digits.ts'
import { exactPattern, numberFormatter } from '#core/format/number.ts'
import { ADAPTIVE_FORMAT, EXACT_FORMAT, SMART_NUMBER } from '#core/format/number-formats.ts'
import { timeFormatter } from '#core/format/time.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { type Column, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import type { DatasetMetadata } from '#charts/chart.ts'

/** The display format of the columns of a result. */
export interface ResultDisplay {
  readonly title: (name: string) => string
  /** Returns the formatter of a column for non-null values; undefined if values show as stored. */
  readonly writer: (column: Column) => ((value: Value) => string) | undefined
  /** The column of the time axis, which is the initial sort order. */
  readonly axis: string
}

/** True for columns that post-processing adds: the rank of a heatmap cell, the number of values of a box. */
const isCountOrRank = (name: string) => name === 'rank' || name.endsWith('__count')

/**
 * Returns the format of columns that are not amounts of a metric: a change in percent, a ratio, a rank, a number of
 * values, or a share of series that have separate columns. Undefined for amounts.
 */
function shareFormat(form: FormData): (name: string) => string | undefined {
  const metrics = queryFields(form).metrics ?? []
  const comparing = timeComparisonOf(form, metrics)
  const isOther = (name: string) => comparing?.offsets.some((offset) => name.includes(offset)) === true
  const isShare = Boolean(form['contributionMode']) && isAdvanced(form, metrics)
  return (name) => {
    if (comparing?.type === 'percentage' && isOther(name)) return CHANGE
    if (isShare) return SHARE
    if (isCountOrRank(name) && !metrics.map(metricLabel).includes(name)) return EXACT_FORMAT
    return comparing?.type === 'ratio' && isOther(name) ? EXACT_FORMAT : undefined
  }
}

/** The form keys that hold metric formats. */
const FORMATS = ['table_number_format', 'y_axis_format', 'number_format', 'valueFormat']
const DAY = 86_400_000
const CHANGE = ',.1%'
const SHARE = ',.3~%'

/**
 * Returns the metric format of a chart. Adaptive and percentage formats are excluded: they suit charts, not tables of
 * rows.
 */
function chosenFormat(form: FormData): string | undefined {
  if (form['contributionMode'] || form['stack'] === 'Expand') return undefined
  const chosen = FORMATS.map((key) => form[key]).find((format) => typeof format === 'string' && format !== '')
  return chosen === SMART_NUMBER || chosen === ADAPTIVE_FORMAT ? undefined : (chosen as string | undefined)
}

function numberWriter(format: string): (value: Value) => string {
  return (value) => {
    if (typeof value !== 'number') return formatCell(format, value)
    // Three decimals could round small numbers to zero.
    const isSmall = value !== 0 && Math.abs(value) < 1
    return numberFormatter(isSmall ? format.replace(EXACT_FORMAT, '.3~r') : format)(value)
  }
}

function timeWriter(column: Column, grain: string | null): ((value: Value) => string) | undefined {
  const areDays = column.values.every((value) => typeof value !== 'number' || value % DAY === 0)
  if (grain === null && !areDays) return undefined
  const write = timeFormatter(grain === null ? '%Y-%m-%d' : 'smart_date', grain)
  return (value) => (typeof value === 'number' ? write(value) : String(value))
}

/** The display format of the raw rows of a dataset: column labels only. */
export const rawRowsDisplay = ({ verbose_map }: DatasetMetadata): ResultDisplay => ({
  title: (name) => verbose_map[name] ?? name,
  writer: () => undefined,
  axis: '',
})

/**
 * Returns the display format of the rows behind a chart: column labels, metric formats, and times by the chart's grain.
 * Numbers that the chart abbreviates are shown in full.
 */
export function resultDisplay(form: FormData, { verbose_map, column_formats }: DatasetMetadata): ResultDisplay {
  const axis = xLabelOf(form)
  const time = form.granularity_sqla
  const fields = queryFields(form)
  const metrics = (fields.metrics ?? []).map(metricLabel)
  const dimensions = new Set([...fields.columns.map(columnLabel), axis])
  // If each series is a column, the column is named after its dimension values and holds numbers of a metric.
  const isMeasure = (name: string) => metrics.includes(name) || (metrics.length > 0 && !dimensions.has(name))
  const grain = form.extra_form_data?.time_grain_sqla ?? form.time_grain_sqla ?? null
  const chosen = chosenFormat(form)
  const memoryShareOf = shareFormat(form)
  const formatOf = (name: string) => {
    const share = memoryShareOf(name)
    if (share !== undefined) return share
    const metric = metrics.length === 1 ? (metrics[0] ?? name) : name
    const own = column_formats[metrics.includes(name) ? name : metric] ?? ''
    return exactPattern(mapPattern(own, (pattern) => pattern || chosen || EXACT_FORMAT))
  }
  return {
    axis,
    title: (name) => {
      if (name === TIMESTAMP) return time ? (verbose_map[time] ?? time) : t('Time')
      return verbose_map[name] ?? name
    },
    writer: (column) => {
      if (column.type === TEMPORAL) return timeWriter(column, column.name === axis ? grain : null)
      return column.type === NUMERIC && isMeasure(column.name) ? numberWriter(formatOf(column.name)) : undefined
    },
  }
}

import { exactFormat, withDefaultPattern } from '#charts/shared/number-format.ts'
import { splitFormat, withCurrency } from '#core/format/currency.ts'
import { columnsOf, type TimeColumn } from './columns.ts'
import { average, compareWithLag, contributions, laggedIndex, type Periods, sparkPoints } from './figures.ts'
import { linkOf } from './link.ts'
import { bucketForm } from './query.ts'
import { toneOf } from './tone.ts'
import type { TimeTableForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toInstant } from '#charts/shared/cell.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { type Series, seriesTable } from '#charts/shared/series/series.ts'
import { timeColumnTypes } from '#controls/ts_columns/fields.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'

interface AnyColumn {
  readonly key: string
  readonly title: string
  readonly tooltip: string
  /** By row. */
  readonly formats: readonly string[]
}

/** A column with one number per row. */
export interface FigureColumn extends AnyColumn {
  readonly kind: 'figure'
  readonly values: readonly (number | null)[]
  /** From -1 to 1, null for uncolored; null for the whole column without bounds. */
  readonly tones: readonly (number | null)[] | null
  /** Why no row has a number. */
  readonly problem: string | null
}

/** A column with one sparkline per row. */
export interface SparkColumn extends AnyColumn {
  readonly kind: 'spark'
  /** By row, then by period. */
  readonly points: readonly Periods[]
  readonly dateFormat: string
  readonly width: number | null
  readonly height: number | null
  readonly showYAxis: boolean
  /** The limits of the axis; null uses the values of the row. */
  readonly yAxisBounds: TimeColumn['yAxisBounds']
}

export interface TimeRow {
  readonly name: string
  readonly link: string | null
}

/** A sort order by table column: 0 is the names, the others count from 1. */
export interface RowOrder {
  readonly column: number
  readonly isDescending: boolean
}

export interface TimeTableProps {
  /** The header of the names. */
  readonly title: string
  readonly rows: readonly TimeRow[]
  /** The number of rows that are not shown. */
  readonly left: number
  readonly columns: readonly (FigureColumn | SparkColumn)[]
  /** Epoch milliseconds of the periods, ascending; null if a period has none. */
  readonly instants: readonly (number | null)[]
  readonly grain: string | null
  /** The default sort order; null is the order of the rows. */
  readonly order: RowOrder | null
}

/** Returns the format of a column for one metric: the column's, or else that of the dataset if the unit is the same. */
function formatOf(column: TimeColumn, metric: string, input: ChartInput): string {
  const own = input.dataset.column_formats[metric]
  if (column.format !== null) return withCurrency(column.format, own ? splitFormat(own).currency : undefined)
  const isShare = column.type === 'contrib' || (column.type === 'spark' && column.ratio > 0)
  const comparison = column.type === 'time' ? column.comparison : 'value'
  if (isShare || comparison === 'perc') return '.1%'
  if (comparison === 'perc_change') return '+.1%'
  const defaultWidths = comparison === 'diff' ? 'SMART_NUMBER_SIGNED' : 'SMART_NUMBER'
  return own === undefined ? defaultWidths : withDefaultPattern(own, defaultWidths)
}

/** The share of a group refers to groups of the same metric; without groups, metrics are compared with each other. */
function sharesOf(series: readonly Series[], isGrouped: boolean): (number | null)[] {
  if (!isGrouped) return contributions(series.map(({ values }) => values))
  const shares = new Map<Series, number | null>()
  for (const metric of new Set(series.map((each) => each.metric))) {
    const own = series.filter((each) => each.metric === metric)
    const found = contributions(own.map(({ values }) => values))
    for (const [at, each] of own.entries()) shares.set(each, found[at] ?? null)
  }
  return series.map((each) => shares.get(each) ?? null)
}

function figuresOf(column: TimeColumn, series: readonly Series[], isGrouped: boolean): (number | null)[] {
  if (column.type === 'contrib') return sharesOf(series, isGrouped)
  if (column.type === 'avg') return series.map(({ values }) => average(values, column.lag))
  return series.map(({ values }) => compareWithLag(values, column.lag, column.comparison))
}

function problemOf(column: TimeColumn, periods: number): string | null {
  if (column.type !== 'time' || periods === 0 || laggedIndex(column.lag, periods) >= 0) return null
  return t('A time lag of %s reaches beyond the %s periods there are', column.lag, periods)
}

function toColumn(column: TimeColumn, series: readonly Series[], isGrouped: boolean, input: ChartInput) {
  const type = timeColumnTypes.find(({ value }) => value === column.type)?.label ?? ''
  const shared = {
    key: column.key,
    title: column.label || t(type),
    tooltip: column.tooltip,
    formats: series.map((each) => exactFormat(input, formatOf(column, each.metric, input))),
  }
  if (column.type === 'spark') {
    const { dateFormat, width, height, showYAxis, yAxisBounds } = column
    const points = series.map(({ values }) => sparkPoints(values, column.ratio))
    return { ...shared, kind: 'spark', points, dateFormat, width, height, showYAxis, yAxisBounds } as const
  }
  const values = figuresOf(column, series, isGrouped)
  const isColoured = column.bounds.some((bound) => bound !== null)
  const tones = isColoured ? values.map((value) => toneOf(value, column.bounds)) : null
  const problem = problemOf(column, series[0]?.values.length ?? 0)
  return { ...shared, kind: 'figure', values, tones, problem } as const
}

/** Returns the link of a row. It contains the wire name of the metric, or the text of the group. */
function rowOf({ name, metric }: Series, isGrouped: boolean, template: string): TimeRow {
  const label = isGrouped ? name : metric
  return { name, link: template === '' ? null : linkOf(template, { label, metric_name: metric, verbose_name: name }) }
}

/** With one metric, rows are named by their groups only, largest first. */
const ROWS = {
  show_empty_columns: true,
  sort_series_ascending: false,
  sort_series_type: 'sum',
  truncate_metric: true,
  x_axis_sort: null,
  x_axis_sort_series: null,
  x_axis_sort_series_ascending: true,
} as const

/**
 * Returns one row per metric or group, with a number or a sparkline per column. Periods are those of the result: the
 * last one is the latest of any row, and lags count periods, not days. By default, groups are sorted by the first
 * column, descending, and metrics are in form order.
 */
export function toProps(input: ChartInput<TimeTableForm>): TimeTableProps {
  const { form, dataset } = input
  const own = bucketForm(form)
  const { x, series, left = 0 } = seriesTable({ ...input, form: { ...own, ...ROWS } }, Number.POSITIVE_INFINITY)
  const dimensions = queryFields(own).columns.map(columnLabel)
  const isGrouped = dimensions.length > 0
  const template = form.url
  const columns = columnsOf(form).map((column) => toColumn(column, series, isGrouped, input))
  return {
    title: isGrouped ? dimensions.map((name) => dataset.verbose_map[name] ?? name).join(', ') : t('Metric'),
    rows: series.map((each) => rowOf(each, isGrouped, template)),
    left,
    columns,
    instants: x.values.map(toInstant),
    grain: grainOf(form),
    order: isGrouped && columns.length > 0 ? { column: 1, isDescending: true } : null,
  }
}

import { ownValue } from '#core/rest/json.ts'
import { isLastValue, type TrendForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toInstant, toNumber } from '#charts/shared/cell.ts'
import { type ComparedFigure, overallOf } from '#charts/shared/figure/overall-value.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { formatFor, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import { cutPeriodStart, openPeriodEnd } from '#charts/shared/timeseries/incomplete-period.ts'
import { printColor } from '#core/color/rgb.ts'
import { metricOf, xLabelOf } from '#core/form/base-query.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { column, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

/** A point of the trend: epoch milliseconds and value. */
export interface BigNumberPoint {
  readonly at: number
  readonly value: number | null
}

export interface TrendProps extends ComparedFigure {
  /**
   * The start of the period that the number describes, in epoch milliseconds; null without a value, and if the number
   * covers several periods.
   */
  readonly at: number | null
  /** Whether the last period of the line is incomplete. */
  readonly isOpen: boolean
  /** Whether the data or the time range starts within the first period of the line. */
  readonly isFirstCut: boolean
  readonly showsInstant: boolean
  /** The relative change from the comparison period; null if there is none. */
  readonly change: number | null
  readonly suffix: string
  /** Ascending; empty where no line is drawn. */
  readonly moments: readonly BigNumberPoint[]
  readonly fromZero: boolean
  /** Whether the axis covers the time range instead of the points. */
  readonly spansRange: boolean
  /** The time range in epoch milliseconds; null if it is open at either end. */
  readonly range: readonly [number, number] | null
  readonly color: string
  readonly grain: string | null
}

/** A point with its unconverted result value. */
interface Cell extends BigNumberPoint {
  readonly cell: Value
}

/** Returns the rows of a result in ascending order of time; rows without an instant are left out. */
function cellsOf(table: Table, x: string, metric: string): Cell[] {
  const times = column(table, x) ?? table.columns.find(({ type }) => type === TEMPORAL)
  const values = column(table, metric) ?? table.columns.find((each) => each !== times)
  const cells = Array.from({ length: table.rowCount }, (_, row): Cell | undefined => {
    const at = toInstant(times?.values[row])
    const cell = values?.values[row] ?? null
    return at === null ? undefined : { at, cell, value: toNumber(cell) }
  })
  return cells.filter((each) => each !== undefined).toSorted((a, b) => a.at - b.at)
}

/**
 * Returns the relative change from the value `lag` periods earlier; null if either is missing or the earlier one is 0.
 */
function changeOf(cells: readonly Cell[], index: number, lag: number): number | null {
  const before = lag > 0 ? (cells[index - lag]?.value ?? null) : null
  const value = cells[index]?.value ?? null
  return value === null || before === null || before === 0 ? null : (value - before) / Math.abs(before)
}

/** Aggregates all values of the line into one number; null without values. */
function ofAll(cells: readonly Cell[], aggregation: string): number | null {
  const values = cells.flatMap(({ value }) => (value === null ? [] : [value])).toSorted((a, b) => a - b)
  const sum = values.reduce((all, value) => all + value, 0)
  const { length } = values
  const middle = ((values[(length - 1) >> 1] ?? 0) + (values[length >> 1] ?? 0)) / 2
  const numbers: Readonly<Record<string, number | undefined>> = {
    sum,
    mean: sum / length,
    min: values[0],
    max: values.at(-1),
    median: middle,
  }
  return length === 0 ? null : (ownValue(numbers, aggregation) ?? null)
}

/** Returns the number and its value in the comparison period. */
function figureOf({ form, tables }: ChartInput<TrendForm>, cells: readonly Cell[], last: Cell | undefined) {
  if (form.aggregation === 'raw') return overallOf(form, tables[1] ?? { columns: [], rowCount: 0 })
  return { before: undefined, value: isLastValue(form) ? (last?.cell ?? null) : ofAll(cells, form.aggregation) }
}

/** Returns the last value, or one aggregated over all, with its trend line. */
export function toProps(input: ChartInput<TrendForm>): TrendProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const cells = cellsOf(table, xLabelOf(form), metric)
  const index = cells.findLastIndex(({ cell }) => cell !== null)
  const last = cells[index]
  const grain = grainOf(form)
  const axis = { kind: 'time', column: '', label: '', values: cells.map(({ at }) => at) } as const
  const open = openPeriodEnd(input.entries, axis, grain)
  // The trend line of an aggregated number omits an incomplete last period, which would mislead.
  const isCut = open !== undefined && open === cells.at(-1)?.at && !isLastValue(form)
  const { from_dttm: from = null, to_dttm: to = null } = input.entries[0] ?? {}
  return {
    ...figureOf(input, cells, last),
    subheader: form.subheader,
    isTime: column(table, metric)?.type === TEMPORAL || form.force_timestamp_formatting,
    label: input.dataset.verbose_map[metric] ?? metric,
    format: formatFor(input, 'y_axis_format', [metric]),
    timeFormat: textOrDefault(form.time_format, 'smart_date'),
    headerSize: form.header_font_size,
    subheaderSize: form.subheader_font_size,
    at: isLastValue(form) ? (last?.at ?? null) : null,
    isOpen: !isCut && last !== undefined && last.at === open,
    isFirstCut: cutPeriodStart(input.entries, axis, grain) !== null,
    showsInstant: form.show_timestamp,
    change: isLastValue(form) ? changeOf(cells, index, Math.trunc(numberOrDefault(form.compare_lag, 0))) : null,
    suffix: form.compare_suffix,
    moments: form.show_trend_line ? (isCut ? cells.slice(0, -1) : cells).map(({ at, value }) => ({ at, value })) : [],
    fromZero: form.start_y_axis_at_zero,
    spansRange: form.time_range_fixed,
    range: from === null || to === null ? null : [from, to],
    color: printColor(form.color_picker),
    grain,
  }
}

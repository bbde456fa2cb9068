import type { HeatmapForm } from './controls.ts'
import { yAxisOf } from './query.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { dimensionText, toInstant, toNumber } from '#charts/shared/cell.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import { formatFor, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import { metricOf, xLabelOf } from '#core/form/base-query.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { type Column, column, emptyTable, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import { calendarPositions } from '#core/time/calendar-names.ts'

/** The maximum number of cells that are drawn. */
export const MAX_CELLS = 20_000

/** One axis. Cells refer to its values by index. */
export interface HeatmapAxis {
  readonly label: string
  readonly title: string
  readonly values: readonly Value[]
  readonly names: readonly string[]
  readonly kind: 'time' | 'number' | 'text'
}

export interface Cell {
  readonly x: number
  readonly y: number
  readonly value: number
  /** The share of values less than or equal to this one, 0 to 1; null if the result has no rank. */
  readonly rank: number | null
  /** The share of the sum that the form selects, 0 to 1. */
  readonly share: number
}

export interface HeatmapProps {
  readonly x: HeatmapAxis
  readonly y: HeatmapAxis
  readonly cells: readonly Cell[]
  readonly left: number
  readonly metric: string
  readonly format: string
  readonly scheme: string | null
  /** The fixed limits of the color ramp; null uses the values. */
  readonly bounds: readonly [number | null, number | null]
  readonly byRank: boolean
  readonly isPiecewise: boolean
  readonly showLegend: boolean
  readonly showShares: boolean
  readonly showValues: boolean
  /** The total that shares refer to. */
  readonly memoryShareOf: HeatmapForm['normalize_across']
  /** Every n-th label is shown; null shows as many as fit. */
  readonly every: { readonly x: number | null; readonly y: number | null }
  /** The margins left of and below the cells, in pixels; null fits them to the labels. */
  readonly margins: { readonly left: number | null; readonly bottom: number | null }
}

const collator = new Intl.Collator('en', { numeric: true })

/** Returns the key of a value on its axis. */
const axisKey = (of: Column, row: number): Value =>
  of.type === TEMPORAL ? toInstant(of.values[row]) : (of.values[row] ?? null)

interface AxisSort {
  readonly order: HeatmapForm['sort_x_axis']
  readonly sums: ReadonlyMap<Value, number>
}

/** Compares texts by name; weekdays and months by the calendar, if all are such names. */
function textOrder(texts: readonly string[]): (a: string, b: string) => number {
  const positions = calendarPositions(texts)
  if (!positions) return (a, b) => collator.compare(a, b)
  const order = new Map(texts.map((text, at) => [text, positions[at] ?? 0]))
  return (a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)
}

function sideOf(
  of: Column | undefined,
  title: string,
  nameOf: (value: Value) => string,
  { order, sums }: AxisSort,
): HeatmapAxis {
  if (!of) return { label: '', title, values: [], names: [], kind: 'text' }
  const isNumeric = of.type === TEMPORAL || of.type === NUMERIC
  const compareTexts = textOrder(isNumeric ? [] : [...sums.keys()].map(nameOf))
  const byName = (a: Value, b: Value) =>
    isNumeric ? (toNumber(a) ?? Infinity) - (toNumber(b) ?? Infinity) : compareTexts(nameOf(a), nameOf(b))
  const bySum = (a: Value, b: Value) => (sums.get(a) ?? 0) - (sums.get(b) ?? 0) || byName(a, b)
  const sorted = [...sums.keys()].toSorted(order.startsWith('value') ? bySum : byName)
  const values = order.endsWith('desc') ? sorted.toReversed() : sorted
  const kind = of.type === TEMPORAL ? 'time' : of.type === NUMERIC ? 'number' : 'text'
  return { label: of.name, title, values, names: values.map(nameOf), kind }
}

/** Returns a positive number of pixels or labels of the form; null if not set. */
function positive(value: unknown): number | null {
  const number = numberOrDefault(value, -1)
  return number >= 1 ? Math.trunc(number) : null
}

/** Returns the axes and cells. */
export function toProps(input: ChartInput<HeatmapForm>): HeatmapProps {
  const { form, dataset } = input
  const table = input.tables[0] ?? emptyTable
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const y = yAxisOf(form)
  const across = column(table, xLabelOf(form))
  const down = y === undefined ? undefined : column(table, columnLabel(y))
  const [measure, ranks] = [column(table, metric), column(table, 'rank')]
  const rows = Array.from({ length: across && down ? table.rowCount : 0 }, (_, row) => row).flatMap((row) => {
    const value = toNumber(measure?.values[row])
    return value === null || !across || !down ? [] : [{ row, value, x: axisKey(across, row), y: axisKey(down, row) }]
  })
  const sums = { x: new Map<Value, number>(), y: new Map<Value, number>() }
  for (const each of rows) {
    for (const key of ['x', 'y'] as const) sums[key].set(each[key], (sums[key].get(each[key]) ?? 0) + each.value)
  }
  const format = textOrDefault(form.x_axis_time_format, 'smart_date')
  const named = (of: Column | undefined) => (value: Value) =>
    of?.type === TEMPORAL && typeof value === 'number'
      ? instantName(value, format, grainOf(form))
      : dimensionText(value, of?.type ?? NUMERIC)
  const title = (label: string) => dataset.verbose_map[label] ?? label
  const sides = {
    x: sideOf(across, title(across?.name ?? ''), named(across), { order: form.sort_x_axis, sums: sums.x }),
    y: sideOf(down, title(down?.name ?? ''), named(down), { order: form.sort_y_axis, sums: sums.y }),
  }
  const at = { x: indexOf(sides.x.values), y: indexOf(sides.y.values) }
  const total = rows.reduce((sum, { value }) => sum + value, 0)
  const cells = rows.map(({ row, value, x, y: own }): Cell => {
    const of = { heatmap: total, x: sums.x.get(x) ?? 0, y: sums.y.get(own) ?? 0 }[form.normalize_across]
    return {
      x: at.x.get(x) ?? 0,
      y: at.y.get(own) ?? 0,
      value,
      rank: toNumber(ranks?.values[row]),
      share: of === 0 ? 0 : value / of,
    }
  })
  return {
    ...sides,
    cells: cells.slice(0, MAX_CELLS),
    left: Math.max(0, cells.length - MAX_CELLS),
    metric: title(metric),
    format: formatFor(input, 'y_axis_format', [metric]),
    scheme: form.linear_color_scheme ?? null,
    bounds: form.value_bounds,
    byRank: form.normalized,
    isPiecewise: form.legend_type === 'piecewise',
    showLegend: form.show_legend,
    showShares: form.show_percentage,
    showValues: form.show_values,
    memoryShareOf: form.normalize_across,
    every: { x: positive(form.xscale_interval), y: positive(form.yscale_interval) },
    margins: { left: positive(form.left_margin), bottom: positive(form.bottom_margin) },
  }
}

const indexOf = (values: readonly Value[]): ReadonlyMap<Value, number> =>
  new Map(values.map((value, index) => [value, index]))

/** Returns the axis values of a cell. */
export function cellSelection({ x, y }: HeatmapAxes, cell: Cell): SelectedMark {
  return { [x.label]: x.values[cell.x] ?? null, [y.label]: y.values[cell.y] ?? null }
}

interface HeatmapAxes {
  readonly x: HeatmapAxis
  readonly y: HeatmapAxis
}

import type { WaterfallForm } from './controls.ts'
import { breakdownOf } from './query.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { dimensionText, toInstant, toNumber } from '#charts/shared/cell.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { instantName } from '#charts/shared/tooltip/instant-name.ts'
import { formatFor, textOrDefault } from '#charts/shared/number-format.ts'
import type { TickLayout } from '#charts/shared/axes/echarts-axes.ts'
import { type Rgba, printColor } from '#core/color/rgb.ts'
import { metricOf, xLabelOf } from '#core/form/base-query.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { type Column, column, emptyTable, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'

/** The maximum number of bars. */
export const MAX_BARS = 1_000

/** The types of bars. */
export const barTypes = ['increase', 'decrease', 'total'] as const

export type WaterfallBarType = (typeof barTypes)[number]

export interface Bar {
  readonly name: string
  /** Its period, if steps have separate names. */
  readonly period: string
  readonly turn: WaterfallBarType
  /** The added value; for a total, the sum so far. */
  readonly value: number
  /** The start and end of the bar. */
  readonly from: number
  readonly to: number
  readonly selection: SelectedMark
}

export interface WaterfallProps {
  readonly bars: readonly Bar[]
  readonly left: number
  readonly metric: string
  readonly format: string
  readonly colors: Readonly<Record<WaterfallBarType, string>>
  readonly labels: Readonly<Record<WaterfallBarType, string>>
  readonly showValues: boolean
  readonly showLegend: boolean
  readonly xTitle: string
  readonly yTitle: string
  readonly layout: TickLayout
}

interface Step {
  readonly period: Value
  readonly step: Value
  readonly value: number
}

interface Names {
  readonly period: (value: Value) => string
  readonly step: ((value: Value) => string) | undefined
  readonly labels: { readonly x: string; readonly step: string }
  readonly total: string
}

/** Returns bars that start at the end of the previous one; each period with several steps ends with a total. */
function barsOf(steps: readonly Step[], names: Names, hasTotals: boolean): Bar[] {
  const bars: Bar[] = []
  let sum = 0
  const total = (name: string, period: string, selection: SelectedMark) => {
    if (hasTotals) bars.push({ name, period, turn: 'total', value: sum, from: 0, to: sum, selection })
  }
  for (const [index, { period, step, value }] of steps.entries()) {
    const [title, own] = [names.period(period), { [names.labels.x]: period }]
    bars.push({
      name: names.step ? names.step(step) : title,
      period: title,
      turn: value < 0 ? 'decrease' : 'increase',
      value,
      from: sum,
      to: sum + value,
      selection: names.step ? { ...own, [names.labels.step]: step } : own,
    })
    sum += value
    const isLast = steps[index + 1] === undefined || steps[index + 1]?.period !== period
    if (names.step && isLast) total(title, title, own)
  }
  if (!names.step && steps.length > 0) total(names.total, names.total, {})
  return bars
}

const cellOf = (of: Column | undefined, row: number): Value =>
  of?.type === TEMPORAL ? toInstant(of.values[row]) : (of?.values[row] ?? null)

/** Returns the bars. */
export function toProps(input: ChartInput<WaterfallForm>): WaterfallProps {
  const { form, dataset } = input
  const table = input.tables[0] ?? emptyTable
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const requestedColumn = breakdownOf(form)
  const step = requestedColumn === undefined ? undefined : column(table, columnLabel(requestedColumn))
  const [x, measure] = [column(table, xLabelOf(form)), column(table, metric)]
  const format = textOrDefault(form.x_axis_time_format, 'smart_date')
  const steps = Array.from({ length: table.rowCount }, (_, row): Step[] => {
    const value = toNumber(measure?.values[row])
    return value === null ? [] : [{ period: cellOf(x, row), step: cellOf(step, row), value }]
  }).flat()
  const named = (of: Column | undefined) => (value: Value) =>
    of?.type === TEMPORAL && typeof value === 'number'
      ? instantName(value, format, grainOf(form))
      : dimensionText(value, of?.type ?? STRING)
  const total = form.total_label || t('Total')
  const names: Names = {
    period: named(x),
    step: step && named(step),
    labels: { x: xLabelOf(form), step: step?.name ?? '' },
    total,
  }
  const bars = barsOf(steps, names, form.show_total)
  const color = (rgba: Rgba) => printColor(rgba)
  return {
    bars: bars.slice(0, MAX_BARS),
    left: Math.max(0, bars.length - MAX_BARS),
    metric: dataset.verbose_map[metric] ?? metric,
    format: formatFor(input, 'y_axis_format', [metric]),
    colors: {
      increase: color(form.increase_color),
      decrease: color(form.decrease_color),
      total: color(form.total_color),
    },
    labels: {
      increase: form.increase_label || t('Increase'),
      decrease: form.decrease_label || t('Decrease'),
      total,
    },
    showValues: form.show_value,
    showLegend: form.show_legend,
    xTitle: form.x_axis_label,
    yTitle: form.y_axis_label,
    layout: form.x_ticks_layout,
  }
}

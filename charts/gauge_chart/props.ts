import type { GaugeForm } from './controls.ts'
import { intervalsOf } from './intervals.ts'
import { parseNumberList } from '#charts/shared/parse-number-list.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { formatFor, numberOrDefault } from '#charts/shared/number-format.ts'
import { rankedRows } from '#charts/shared/ranked-rows.ts'
import { roundUp } from '#charts/shared/axes/round-up.ts'
import { metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'

/** The maximum number of pointers. */
export const MAX_POINTERS = 10

export interface Pointer {
  readonly name: string
  readonly value: number
  readonly selection: SelectedMark
  readonly colorPosition: number
}

export interface GaugeProps extends ColorChoice {
  readonly pointers: readonly Pointer[]
  readonly left: number
  readonly metric: string
  readonly min: number
  readonly max: number
  /** In degrees, counterclockwise from the right. */
  readonly startAngle: number
  readonly endAngle: number
  readonly fontSize: number
  readonly format: string
  /** A template around the value, with `{value}` as placeholder. */
  readonly around: string
  readonly shows: {
    readonly pointer: boolean
    readonly ticks: boolean
    readonly splits: boolean
    readonly progress: boolean
    readonly overlap: boolean
    readonly roundCap: boolean
  }
  readonly splits: number
  readonly stretches: readonly { readonly end: number; readonly color: number }[]
}

/** Returns an axis limit of the form; if it is not set, one that fits the values. */
function endOf(value: unknown, values: readonly number[], side: 'least' | 'most'): number {
  const configuredEnd = numberOrDefault(value, Number.NaN)
  if (Number.isFinite(configuredEnd)) return configuredEnd
  if (side === 'most') return roundUp(values.reduce((most, each) => Math.max(most, each), 0)) || 1
  const least = values.reduce((low, each) => Math.min(low, each), 0)
  return least < 0 ? -roundUp(-least) : 0
}

/** Returns the pointers and the dial. */
export function toProps(input: ChartInput<GaugeForm>): GaugeProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const { rows } = rankedRows(input, { columns: queryFields(form).columns, metric, dateFormat: 'smart_date' })
  const all = rows.flatMap((row) => (row.value === null ? [] : [{ ...row, value: row.value }]))
  const values = all.map(({ value }) => value)
  const [min, max] = [endOf(form.min_val, values, 'least'), endOf(form.max_val, values, 'most')]
  return {
    pointers: all.slice(0, MAX_POINTERS),
    left: Math.max(0, all.length - MAX_POINTERS),
    metric: input.dataset.verbose_map[metric] ?? metric,
    min,
    max: max > min ? max : min + 1,
    startAngle: numberOrDefault(form.start_angle, 225),
    endAngle: numberOrDefault(form.end_angle, -45),
    fontSize: form.font_size,
    format: formatFor(input, 'number_format', [metric]),
    around: form.value_formatter.includes('{value}') ? form.value_formatter : `{value}${form.value_formatter}`,
    shows: {
      pointer: form.show_pointer,
      ticks: form.show_axis_tick,
      splits: form.show_split_line,
      progress: form.show_progress,
      overlap: form.overlap,
      roundCap: form.round_cap,
    },
    splits: form.split_number,
    stretches: intervalsOf(
      { bounds: parseNumberList(form.intervals) ?? [], indices: parseNumberList(form.interval_color_indices) ?? [] },
      { min, max },
    ),
    ...colorChoice(input),
  }
}

import type { FunnelForm } from './controls.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import type { PartLabel } from '#charts/shared/controls/part-label.ts'
import { rankedRows } from '#charts/shared/ranked-rows.ts'
import { legendOf } from '#charts/shared/timeseries/timeseries-props.ts'
import { type InvalidPartCount, countInvalidParts } from '#charts/shared/invalid-part-count.ts'
import { metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'
import type { LegendProps } from '#charts/shared/legend/legend.ts'

/** The maximum number of steps: more would be thinner than the lines between them. */
export const MAX_STEPS = 10_000

export interface Step {
  readonly name: string
  readonly value: number
  /** The share by the form's calculation: of the first step, the previous step or the total; 0 if that is 0. */
  readonly share: number
  readonly selection: SelectedMark
  readonly colorPosition: number
}

export interface FunnelProps extends ColorChoice, InvalidPartCount {
  /** Largest first. */
  readonly steps: readonly Step[]
  /** The number of steps that are not drawn. */
  readonly left: number
  readonly metric: string
  readonly format: string
  readonly label: PartLabel
  readonly partLabel: PartLabel
  readonly showLabels: boolean
  readonly legend: LegendProps
}

type Calculation = FunnelForm['percent_calculation_type']

/** Returns the share of each value by a calculation. */
function sharesOf(values: readonly number[], by: Calculation): number[] {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value, at) => {
    const totalSize = by === 'total' ? sum : by === 'first_step' ? (values[0] ?? 0) : (values[at - 1] ?? value)
    return totalSize > 0 ? value / totalSize : 0
  })
}

/** Returns the steps in descending order; missing and negative values are left out. */
export function toProps(input: ChartInput<FunnelForm>): FunnelProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const { rows } = rankedRows(input, { columns: queryFields(form).columns, metric, dateFormat: 'smart_date' })
  const all = rows
    .flatMap((row) => (row.value !== null && row.value >= 0 ? [{ ...row, value: row.value }] : []))
    .toSorted((a, b) => b.value - a.value)
  const shares = sharesOf(
    all.map(({ value }) => value),
    form.percent_calculation_type,
  )
  return {
    steps: all.slice(0, MAX_STEPS).map((step, index) => ({ ...step, share: shares[index] ?? 0 })),
    left: Math.max(0, all.length - MAX_STEPS),
    ...countInvalidParts(rows.map(({ value }) => value)),
    metric: input.dataset.verbose_map[metric] ?? metric,
    format: formatFor(input, 'number_format', [metric]),
    label: form.label_type,
    partLabel: form.tooltip_label_type,
    showLabels: form.show_labels,
    ...colorChoice(input),
    legend: legendOf(form),
  }
}

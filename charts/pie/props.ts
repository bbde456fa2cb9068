import type { PieForm } from './controls.ts'
import { OTHERS, sliceLimit } from './query.ts'
import { colorChoice } from '#charts/shared/colors.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { formatFor, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import { rankedRows } from '#charts/shared/ranked-rows.ts'
import type { PartLabel } from '#charts/shared/controls/part-label.ts'
import { legendOf } from '#charts/shared/timeseries/timeseries-props.ts'
import { type InvalidPartCount, countInvalidParts } from '#charts/shared/invalid-part-count.ts'
import { metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import type { LegendProps } from '#charts/shared/legend/legend.ts'

/** The maximum number of slices: thinner ones can be neither seen nor hovered. */
export const MAX_SLICES = 300

export interface Slice {
  readonly name: string
  readonly value: number
  /** Share of the sum of all slices, 0 to 1; 0 when the sum is 0. */
  readonly share: number
  readonly selection: SelectedMark
  /** The position in the color assignment. */
  readonly colorPosition: number
  /** Set for the slice of all remaining groups. */
  readonly isRest?: true
}

export interface PieProps extends InvalidPartCount {
  readonly slices: readonly Slice[]
  /** The number of the smallest groups merged into the last slice, in addition to those the query merged. */
  readonly gathered: number
  readonly metric: string
  readonly total: number
  readonly format: string
  readonly label: PartLabel
  readonly showLabels: boolean
  readonly labelsOutside: boolean
  readonly labelLine: boolean
  /** Slices below this share have no label. */
  readonly labelThreshold: number
  readonly showTotal: boolean
  /** Radii as percentages of half the shorter side. */
  readonly outerRadius: number
  readonly innerRadius: number
  readonly colorScheme: string | null
  readonly labelColors: Readonly<Record<string, string>>
  readonly colorDomain?: readonly string[]
  readonly legend: LegendProps
}

type Row = Omit<Slice, 'value' | 'share'> & { readonly value: number | null }

/** Returns the slice of all remaining groups. It has no value to filter by, and no position in the color assignment. */
const restOf = (value: number | null): Row => ({
  name: t('Other'),
  value,
  selection: {},
  colorPosition: Number.POSITIVE_INFINITY,
  isRest: true,
})

type ValuedRow = Row & { readonly value: number }

const largestFirst = (a: ValuedRow, b: ValuedRow): number => b.value - a.value

/** Returns the largest rows in their order, and one row of all others. */
function gatheredIn(rows: readonly ValuedRow[]): readonly ValuedRow[] {
  const own = rows.filter(({ isRest }) => !isRest)
  if (own.length <= MAX_SLICES) return rows
  const stored = new Set(own.toSorted(largestFirst).slice(0, MAX_SLICES))
  const left = rows.reduce((sum, row) => (stored.has(row) ? sum : sum + row.value), 0)
  return [...own.filter((row) => stored.has(row)), { ...restOf(left), value: left }]
}

/** Returns the slices in result order; rows without a number or with a negative one are left out. */
function slicesOf(
  input: ChartInput<PieForm>,
  metric: string,
): { slices: Slice[]; gathered: number; valueless: InvalidPartCount } {
  const { rows: groups, dimensions } = rankedRows(input, {
    columns: queryFields(input.form).columns,
    metric,
    dateFormat: textOrDefault(input.form.date_format, 'smart_date'),
  })
  const isLimited = sliceLimit(input.form) > 0 && dimensions.length > 0
  const rows = groups.map((group): Row => {
    const cells = Object.values(group.selection)
    return isLimited && cells.every((cell) => cell === OTHERS) ? restOf(group.value) : group
  })
  const valued = rows.filter((row): row is ValuedRow => row.value !== null && row.value >= 0)
  // The remaining groups come last regardless of size.
  const sorted = valued.toSorted((a, b) => Number(a.isRest ?? false) - Number(b.isRest ?? false))
  const drawn = gatheredIn(sorted)
  const sum = drawn.reduce((total, row) => total + row.value, 0)
  return {
    slices: drawn.map((row) => ({ ...row, share: sum > 0 ? row.value / sum : 0 })),
    valueless: countInvalidParts(rows.map(({ value }) => value)),
    gathered: drawn === sorted ? 0 : valued.filter(({ isRest }) => !isRest).length - MAX_SLICES,
  }
}

/** Returns the slices of the pie. */
export function toProps(input: ChartInput<PieForm>): PieProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const { slices, gathered, valueless } = slicesOf(input, metric)
  return {
    slices,
    gathered,
    ...valueless,
    metric: input.dataset.verbose_map[metric] ?? metric,
    total: slices.reduce((total, slice) => total + slice.value, 0),
    format: formatFor(input, 'number_format', [metric]),
    label: form.label_type,
    showLabels: form.show_labels,
    labelsOutside: form.labels_outside,
    labelLine: form.label_line,
    labelThreshold: numberOrDefault(form.show_labels_threshold, 5) / 100,
    showTotal: form.show_total,
    outerRadius: form.outerRadius,
    innerRadius: form.donut ? form.innerRadius : 0,
    ...colorChoice(input),
    legend: legendOf(form),
  }
}

import type { PieForm } from './controls.ts'
import { OTHERS, sliceLimit } from './query.ts'
import { colorChoice, colorPlaces } from '#charts/shared/colors.ts'
import type { ChartInput, Pick } from '#charts/chart.ts'
import { dimensionText, NULL_TEXT, toInstant, toNumber } from '#charts/shared/cell.ts'
import { formatFor, numberOr, textOf } from '#charts/shared/number-format.ts'
import { type LegendProps, legendOf } from '#charts/shared/timeseries-props.ts'
import { metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { timeFormatter } from '#core/format/time.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { type Column, column, TEMPORAL } from '#core/table/table.ts'

/** What stands beside a slice. */
export type PieLabel = PieForm['label_type']

export interface Slice {
  readonly name: string
  readonly value: number
  /** Share of the sum of all slices, 0 to 1; 0 when the sum is 0. */
  readonly share: number
  readonly pick: Pick
  /** Where it stands in the order that colours are given in. */
  readonly place: number
  /** All groups that have no slice of their own. */
  readonly isRest?: true
}

export interface PieProps {
  readonly slices: readonly Slice[]
  readonly metric: string
  readonly total: number
  readonly format: string
  readonly label: PieLabel
  readonly showLabels: boolean
  readonly labelsOutside: boolean
  readonly labelLine: boolean
  /** Slices below this share lose their label, not themselves. */
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

/** A dimension value as people read it; the adaptive format writes instants in full, for no grain says how coarse they are. */
function nameOf(dimension: Column | undefined, row: number, format: string): string {
  if (!dimension) return NULL_TEXT
  const value = dimension.values[row]
  const instant = dimension.type === TEMPORAL && format !== 'smart_date' ? toInstant(value) : null
  return instant === null ? dimensionText(value, dimension.type) : timeFormatter(format)(instant)
}

type Row = Omit<Slice, 'value' | 'share'> & { readonly value: number | null }

/** The slice of all that is left: it has no value to filter by, and no place among the colours. */
const restOf = (measure: Column | undefined, row: number): Row => ({
  name: t('Other'),
  value: toNumber(measure?.values[row]),
  pick: {},
  place: Number.POSITIVE_INFINITY,
  isRest: true,
})

/** Slices in the order of the answer; rows without a number or below zero have no slice. */
function slicesOf(input: ChartInput<PieForm>, metric: string): Slice[] {
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const measure = column(table, metric) ?? table.columns.at(-1)
  const dimensions = queryFields(input.form)
    .columns.map((each) => column(table, columnLabel(each)))
    .filter((each) => each !== undefined && each !== measure)
  const format = textOf(input.form.date_format, 'smart_date')
  const placeIn = colorPlaces(
    input,
    dimensions.map((each) => each?.name ?? ''),
  )
  const isLimited = sliceLimit(input.form) > 0 && dimensions.length > 0
  const rows = Array.from({ length: table.rowCount }, (_, row): Row => {
    const cells = dimensions.map((each) => each?.values[row] ?? null)
    const pick: Pick = Object.fromEntries(dimensions.map((each, at) => [each?.name ?? '', cells[at] ?? null]))
    if (isLimited && cells.every((cell) => cell === OTHERS)) return restOf(measure, row)
    const text = dimensions.map((each) => nameOf(each, row, format)).join(', ')
    return {
      name: text === '' ? (input.dataset.verbose_map[metric] ?? metric) : text,
      value: toNumber(measure?.values[row]),
      pick,
      place: cells.length > 0 ? placeIn(cells) : 0,
    }
  })
  const drawn = rows.filter((row): row is typeof row & { value: number } => row.value !== null && row.value >= 0)
  // What is left stands last, however much it is.
  drawn.sort((a, b) => Number(a.isRest ?? false) - Number(b.isRest ?? false))
  const sum = drawn.reduce((total, row) => total + row.value, 0)
  return drawn.map((row) => ({ ...row, share: sum > 0 ? row.value / sum : 0 }))
}

/** The picture of shares. */
export function toProps(input: ChartInput<PieForm>): PieProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const slices = slicesOf(input, metric)
  return {
    slices,
    metric: input.dataset.verbose_map[metric] ?? metric,
    total: slices.reduce((total, slice) => total + slice.value, 0),
    format: formatFor(input, 'number_format', [metric]),
    label: form.label_type,
    showLabels: form.show_labels,
    labelsOutside: form.labels_outside,
    labelLine: form.label_line,
    labelThreshold: numberOr(form.show_labels_threshold, 5) / 100,
    showTotal: form.show_total,
    outerRadius: form.outerRadius,
    innerRadius: form.donut ? form.innerRadius : 0,
    ...colorChoice(input),
    legend: legendOf(form),
  }
}

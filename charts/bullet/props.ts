import type { BulletForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { namesIn, parseNumberList } from '#charts/shared/parse-number-list.ts'
import { metricOf } from '#core/form/base-query.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { column } from '#core/table/table.ts'

/** A value with an optional label. */
export interface LabeledValue {
  readonly value: number
  readonly name: string
}

export interface BulletProps {
  /** Null if the result has no value. */
  readonly value: number | null
  readonly metric: string
  readonly format: string
  /** The ends of the ranges, nearest to zero first. */
  readonly ranges: readonly LabeledValue[]
  readonly markers: readonly LabeledValue[]
  readonly lines: readonly LabeledValue[]
  /** How many more ranges and markers the form has than are drawn. */
  readonly left: number
}

/** The maximum number of ranges, and of markers of each type. */
export const MAX_MARKS = 50

function filterParamsIn(numbers: unknown, names: unknown): LabeledValue[] {
  const titles = namesIn(names)
  return (parseNumberList(numbers) ?? []).slice(0, MAX_MARKS).map((value, at) => ({ value, name: titles[at] ?? '' }))
}

const leftOf = (...all: readonly unknown[]): number =>
  all.reduce<number>((sum, numbers) => sum + Math.max(0, (parseNumberList(numbers)?.length ?? 0) - MAX_MARKS), 0)

/** Returns the value with its ranges and markers. */
export function toProps(input: ChartInput<BulletForm>): BulletProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  const [table] = input.tables
  const value = toNumber(table && column(table, metric)?.values[0])
  const ranges = filterParamsIn(form.ranges, form.range_labels)
  return {
    value,
    metric: input.dataset.verbose_map[metric] ?? metric,
    format: formatFor(input, 'number_format', [metric]),
    ranges: (ranges.length > 0 || value === null ? ranges : [{ value: value * 1.1, name: '' }]).toSorted(
      (a, b) => a.value - b.value,
    ),
    markers: filterParamsIn(form.markers, form.marker_labels),
    lines: filterParamsIn(form.marker_lines, form.marker_line_labels),
    left: leftOf(form.ranges, form.markers, form.marker_lines),
  }
}

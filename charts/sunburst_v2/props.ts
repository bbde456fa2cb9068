import { isColoredByRatio, type SunburstForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { flattenBranches, type Nested, nestedOf } from '#charts/shared/nested/nested.ts'
import { formatFor, numberOrDefault, textOrDefault } from '#charts/shared/number-format.ts'
import type { PartLabel } from '#charts/shared/controls/part-label.ts'
import { metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'

/** The colors of parts by the ratio of the second metric to the first. */
export interface Ratio {
  readonly name: string
  /** The name of the second metric. */
  readonly second: string
  readonly format: string
  readonly least: number
  readonly most: number
  readonly scheme: string | null
}

export interface SunburstProps extends ColorChoice {
  readonly tree: Nested
  readonly metric: string
  readonly format: string
  readonly ratio: Ratio | null
  readonly label: PartLabel
  readonly showLabels: boolean
  /** Parts with a smaller share of the total have no label. */
  readonly labelThreshold: number
  readonly showTotal: boolean
  /** Radii as percentages of half the shorter side. */
  readonly outerRadius: number
  readonly innerRadius: number
}

/** Returns the second metric divided by the first; null if either is missing. */
export function ratioOf({ value, second }: { readonly value: number; readonly second: number | null }): number | null {
  return second === null || value === 0 ? null : second / value
}

/** Returns the rings of parts. */
export function toProps(input: ChartInput<SunburstForm>): SunburstProps {
  const { form } = input
  const [metric = '', second] = ['metric', 'secondary_metric'].map((key) => {
    const chosen = metricOf(form, key)
    return chosen === undefined ? undefined : metricLabel(chosen)
  })
  const name = (label: string) => input.dataset.verbose_map[label] ?? label
  const coloured = isColoredByRatio(form) ? second : undefined
  const tree = nestedOf(input, {
    levels: queryFields(form).columns.map(columnLabel),
    metric,
    second: coloured,
    dateFormat: textOrDefault(form.date_format, 'smart_date'),
    showNulls: form.showNulls,
  })
  const ratios = flattenBranches(tree.branches).flatMap(({ branch }) => ratioOf(branch) ?? [])
  const ratio = coloured === undefined || ratios.length === 0 ? null : coloured
  return {
    tree,
    metric: name(metric),
    format: formatFor(input, 'number_format', [metric]),
    ratio:
      ratio === null
        ? null
        : {
            name: `${name(ratio)} / ${name(metric)}`,
            second: name(ratio),
            format: formatFor(input, '', [ratio]),
            least: ratios.reduce((least, each) => Math.min(least, each)),
            most: ratios.reduce((most, each) => Math.max(most, each)),
            scheme: form.linear_color_scheme ?? null,
          },
    label: form.label_type,
    showLabels: form.show_labels,
    labelThreshold: numberOrDefault(form.show_labels_threshold, 5) / 100,
    showTotal: form.show_total,
    outerRadius: form.outerRadius,
    innerRadius: form.donut ? form.innerRadius : 0,
    ...colorChoice(input),
  }
}

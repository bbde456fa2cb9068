import type { TreemapForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { type Nested, nestedOf } from '#charts/shared/nested/nested.ts'
import { formatFor, textOrDefault } from '#charts/shared/number-format.ts'
import { metricOf } from '#core/form/base-query.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'

export interface TreemapProps extends ColorChoice {
  readonly tree: Nested
  readonly metric: string
  readonly format: string
  readonly label: TreemapForm['label_type']
  readonly showLabels: boolean
  readonly showUpperLabels: boolean
}

/** Returns the nested parts. */
export function toProps(input: ChartInput<TreemapForm>): TreemapProps {
  const { form } = input
  const chosen = metricOf(form, 'metric')
  const metric = chosen === undefined ? '' : metricLabel(chosen)
  return {
    tree: nestedOf(input, {
      levels: queryFields(form).columns.map(columnLabel),
      metric,
      dateFormat: textOrDefault(form.date_format, 'smart_date'),
      showNulls: true,
    }),
    metric: input.dataset.verbose_map[metric] ?? metric,
    format: formatFor(input, 'number_format', [metric]),
    label: form.label_type,
    showLabels: form.show_labels,
    showUpperLabels: form.show_upper_labels,
    ...colorChoice(input),
  }
}

import { pictureChoice } from '#controls/shared/picture-controls.ts'
import type { ControlOverrides } from '#controls/shared/query-controls.ts'
import { type PartLabel, partLabels } from './part-label.ts'

const LABELS: Readonly<Record<PartLabel, string>> = {
  key: 'Category name',
  value: 'Value',
  percent: 'Percentage',
  key_value: 'Category and value',
  key_percent: 'Category and percentage',
  key_value_percent: 'Category, value and percentage',
  value_percent: 'Value and percentage',
}

/** The label type of a part of a whole. */
export const labelType = <const N extends string>(
  name: N,
  label: string,
  defaultLabel: PartLabel,
  own: ControlOverrides = {},
) =>
  pictureChoice(
    name,
    label,
    partLabels.map((each) => [each, LABELS[each]] as const),
    { default: defaultLabel, ...own },
  )

import { pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import { type ControlOverrides, sliderOf } from '#controls/shared/query-controls.ts'
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

/** The rows of the outer and the inner radius, in percent of half the size; the inner one applies to donuts. */
export const radiusRows = [
  [sliderOf('outerRadius', 'Outer radius', { default: 70, min: 10, max: 100 })],
  [pictureToggle('donut', 'Donut', false)],
  [
    sliderOf('innerRadius', 'Inner radius', {
      default: 30,
      min: 0,
      max: 100,
      visible: (form) => form['donut'] === true,
    }),
  ],
] as const

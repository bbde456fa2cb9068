import { stackOf } from './stacking.ts'
import type { Control } from '#controls/control.ts'
import { strictNumberOf } from '#controls/shared/query-controls.ts'
import { pick, toggle } from '#controls/shared/picture-controls.ts'
import { isOpacity } from '#core/color/rgb.ts'
import { t } from '#core/text/t.ts'

/** Values written on the marks. */
export const showValue: Control = toggle('show_value', 'Show Value', false)

/** Of stacked marks, the total alone is written. */
export const onlyTotal: Control = toggle('only_total', 'Only Total', true, {
  visible: (form) => form['show_value'] === true && Boolean(form['stack']),
})

/** Shares below this percentage are not written. */
export const percentageThreshold: Control = strictNumberOf('percentage_threshold', 'Percentage threshold', {
  default: 0,
  visible: (form) => form['show_value'] === true && Boolean(form['stack']) && form['only_total'] === false,
})

/** How series stand on each other: side by side, one on the other, around a middle, or as shares of 100 %. */
export const stack: Control = pick(
  'stack',
  'Stacked Style',
  [
    [null, 'None'],
    ['Stack', 'Stack'],
    ['Stream', 'Stream'],
    ['Expand', 'Expand'],
  ],
  // Older forms say true or false.
  { clearable: true, implied: (form) => stackOf(form['stack']) ?? null },
)

/** How much of the ground shows through a filled surface. */
export const opacity: Control = {
  type: 'slider',
  name: 'opacity',
  label: 'Area chart opacity',
  affects: 'picture',
  default: 0.2,
  min: 0,
  max: 1,
  step: 0.1,
  validators: [(value) => (isOpacity(value) ? null : t('is expected to be a number from 0 to 1'))],
}

/** Points drawn on the lines, and how large. */
export const markers: readonly (readonly Control[])[] = [
  [toggle('markerEnabled', 'Marker', false)],
  [
    {
      type: 'slider',
      name: 'markerSize',
      label: 'Marker Size',
      affects: 'picture',
      default: 6,
      min: 0,
      max: 20,
      step: 1,
      visible: (form) => form['markerEnabled'] === true,
    },
  ],
]

import { type Own, sliderOf, strictNumberOf } from '#controls/shared/query-controls.ts'
import { pick, toggle } from '#controls/shared/picture-controls.ts'
import { isOpacity } from '#core/color/rgb.ts'
import type { FormData } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'

/** Values written on the marks. */
export const showValue = toggle('show_value', 'Show Value', false)

/** Of stacked marks, the total alone is written. */
export const onlyTotal = toggle('only_total', 'Only Total', true, {
  visible: (form) => form['show_value'] === true && Boolean(form['stack']),
})

/** Shares below this percentage are not written. */
export const percentageThreshold = strictNumberOf('percentage_threshold', 'Percentage threshold', {
  default: 0,
  visible: (form) => form['show_value'] === true && Boolean(form['stack']) && form['only_total'] === false,
})

/** How series stand on each other: side by side, one on the other, around a middle, or as shares of 100 %. */
export const stackBy = (own: Own = {}) =>
  pick(
    'stack',
    'Stacked Style',
    [
      [null, 'None'],
      ['Stack', 'Stack'],
      ['Stream', 'Stream'],
      ['Expand', 'Expand'],
    ],
    { clearable: true, ...own },
  )

export const stack = stackBy()

/** How much of the ground shows through a filled surface. */
export const opacity = sliderOf('opacity', 'Area chart opacity', {
  default: 0.2,
  min: 0,
  max: 1,
  step: 0.1,
  validators: [(value) => (isOpacity(value) ? null : t('is expected to be a number from 0 to 1'))],
})

const isFilled = (form: FormData): boolean => form['area'] === true

/** Lines whose ground is filled, and how densely. */
export const filled = toggle('area', 'Area chart', false)
export const opacityOfFilled = { ...opacity, visible: isFilled }

/** How large points are. */
export const markerSize = (own: Own = {}) =>
  sliderOf('markerSize', 'Marker Size', { default: 6, min: 0, max: 20, step: 1, ...own })

/** Points drawn on the lines, and how large. */
export const markers = [
  [toggle('markerEnabled', 'Marker', false)],
  [markerSize({ visible: (form) => form['markerEnabled'] === true })],
] as const

/** Where steps go up or down between two points. */
export const steps = [
  ['start', 'Step - start'],
  ['middle', 'Step - middle'],
  ['end', 'Step - end'],
] as const

/** Every way in which series are drawn. */
export const styles = [
  ['line', 'Line'],
  ['scatter', 'Scatter'],
  ['smooth', 'Smooth Line'],
  ['bar', 'Bar'],
  ...steps,
] as const

/** What all charts over time say of their marks. */
export const sharedMarks = [[stack], [showValue], [onlyTotal], [percentageThreshold]] as const

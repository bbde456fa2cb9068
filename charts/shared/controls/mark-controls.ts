import { type ControlOverrides, sliderOf, strictNumberOf } from '#controls/shared/query-controls.ts'
import { pictureChoice, pictureToggle } from '#controls/shared/picture-controls.ts'
import { isOpacity } from '#core/color/rgb.ts'
import type { FormData } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'

/** Value labels on the marks. */
export const showValue = pictureToggle('show_value', 'Show Value', false)

/** Of stacked marks, only the total is labeled. */
export const onlyTotal = pictureToggle('only_total', 'Only Total', true, {
  visible: (form) => form['show_value'] === true && Boolean(form['stack']),
})

/** Shares below this percentage have no label. */
export const percentageThreshold = strictNumberOf('percentage_threshold', 'Percentage threshold', {
  default: 0,
  visible: (form) => form['show_value'] === true && Boolean(form['stack']) && form['only_total'] === false,
})

/** The stacking mode: none, stacked, as a stream around a center, or as shares of 100 %. */
export const stackBy = (own: ControlOverrides = {}) =>
  pictureChoice(
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

/** The opacity of filled areas. */
export const opacity = sliderOf('opacity', 'Area chart opacity', {
  default: 0.2,
  min: 0,
  max: 1,
  step: 0.1,
  validators: [(value) => (isOpacity(value) ? null : t('is expected to be a number from 0 to 1'))],
})

const isFilled = (form: FormData): boolean => form['area'] === true

/** Whether areas below lines are filled, and their opacity. */
export const areaToggle = pictureToggle('area', 'Area chart', false)
export const areaOpacity = { ...opacity, visible: isFilled }

/** The size of points. */
export const markerSize = (own: ControlOverrides = {}) =>
  sliderOf('markerSize', 'Marker Size', { default: 6, min: 0, max: 20, step: 1, ...own })

/** Whether lines have point markers, and their size. */
export const markerControls = [
  [pictureToggle('markerEnabled', 'Marker', false)],
  [markerSize({ visible: (form) => form['markerEnabled'] === true })],
] as const

/** The position of a step between two points. */
export const stepStyles = [
  ['start', 'Step - start'],
  ['middle', 'Step - middle'],
  ['end', 'Step - end'],
] as const

/** All series styles. */
export const seriesStyles = [
  ['line', 'Line'],
  ['scatter', 'Scatter'],
  ['smooth', 'Smooth Line'],
  ['bar', 'Bar'],
  ...stepStyles,
] as const

/** The mark controls of all time-series charts. */
export const sharedMarks = [[stack], [showValue], [onlyTotal], [percentageThreshold]] as const

import type { FormOf } from '#controls/form-type.ts'
import {
  markerControls,
  onlyTotal,
  opacity,
  percentageThreshold,
  showValue,
  stackBy,
  stepStyles,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'
import { pictureChoice } from '#controls/shared/picture-controls.ts'

export const controls = timeseriesControls([
  [pictureChoice('seriesType', 'Series Style', [['line', 'Line'], ['smooth', 'Smooth Line'], ...stepStyles])],
  [stackBy({ default: 'Stack' })],
  [opacity],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markerControls,
])

export type AreaForm = FormOf<typeof controls>

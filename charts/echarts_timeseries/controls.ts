import type { FormOf } from '#controls/form-type.ts'
import {
  areaToggle,
  markerControls,
  onlyTotal,
  areaOpacity,
  percentageThreshold,
  showValue,
  stack,
  seriesStyles,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'
import { pictureChoice } from '#controls/shared/picture-controls.ts'

export const controls = timeseriesControls([
  [pictureChoice('seriesType', 'Series Style', seriesStyles)],
  [stack],
  [areaToggle],
  [areaOpacity],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markerControls,
])

export type GenericForm = FormOf<typeof controls>

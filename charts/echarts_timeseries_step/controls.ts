import type { FormOf } from '#controls/form-type.ts'
import {
  areaToggle,
  markerControls,
  onlyTotal,
  areaOpacity,
  percentageThreshold,
  showValue,
  stack,
  stepStyles,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'
import { pictureChoice } from '#controls/shared/picture-controls.ts'

export const controls = timeseriesControls([
  [
    pictureChoice('seriesType', 'Step type', stepStyles, {
      description: 'Where a line goes up or down between two points',
    }),
  ],
  [stack],
  [areaToggle],
  [areaOpacity],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markerControls,
])

export type StepForm = FormOf<typeof controls>

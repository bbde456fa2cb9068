import type { FormOf } from '#controls/form-type.ts'
import {
  markerControls,
  onlyTotal,
  percentageThreshold,
  showValue,
  stack,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'

export const controls = timeseriesControls([
  [stack],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markerControls,
])

export type SmoothForm = FormOf<typeof controls>

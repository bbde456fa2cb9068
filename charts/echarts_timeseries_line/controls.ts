import type { FormOf } from '#controls/form-type.ts'
import {
  areaToggle,
  markerControls,
  onlyTotal,
  areaOpacity,
  percentageThreshold,
  showValue,
  stack,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'

export const controls = timeseriesControls([
  [stack],
  [areaToggle],
  [areaOpacity],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markerControls,
])

export type LineForm = FormOf<typeof controls>

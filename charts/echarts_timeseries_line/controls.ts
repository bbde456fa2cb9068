import type { FormOf } from '#controls/form-type.ts'
import {
  filled,
  markers,
  onlyTotal,
  opacityOfFilled,
  percentageThreshold,
  showValue,
  stack,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'

export const controls = timeseriesControls([
  [stack],
  [filled],
  [opacityOfFilled],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markers,
])

export type LineForm = FormOf<typeof controls>

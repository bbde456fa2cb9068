import type { FormOf } from '#controls/form-type.ts'
import {
  filled,
  markers,
  onlyTotal,
  opacityOfFilled,
  percentageThreshold,
  showValue,
  stack,
  steps,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'
import { pictureChoice } from '#controls/shared/picture-controls.ts'

export const controls = timeseriesControls([
  [pictureChoice('seriesType', 'Step type', steps, { description: 'Where a line goes up or down between two points' })],
  [stack],
  [filled],
  [opacityOfFilled],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markers,
])

export type StepForm = FormOf<typeof controls>

import type { FormOf } from '#controls/form-type.ts'
import {
  filled,
  markers,
  onlyTotal,
  opacityOfFilled,
  percentageThreshold,
  showValue,
  stack,
  styles,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'
import { pictureChoice } from '#controls/shared/picture-controls.ts'

export const controls = timeseriesControls([
  [pictureChoice('seriesType', 'Series Style', styles)],
  [stack],
  [filled],
  [opacityOfFilled],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markers,
])

export type GenericForm = FormOf<typeof controls>

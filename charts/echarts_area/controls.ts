import type { FormOf } from '#controls/form-type.ts'
import {
  markers,
  onlyTotal,
  opacity,
  percentageThreshold,
  showValue,
  stackBy,
  steps,
} from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'
import { pictureChoice } from '#controls/shared/picture-controls.ts'

export const controls = timeseriesControls([
  [pictureChoice('seriesType', 'Series Style', [['line', 'Line'], ['smooth', 'Smooth Line'], ...steps])],
  [stackBy({ default: 'Stack' })],
  [opacity],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markers,
])

export type AreaForm = FormOf<typeof controls>

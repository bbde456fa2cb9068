import type { FormOf } from '#controls/form-of.ts'
import { markers, onlyTotal, opacity, percentageThreshold, showValue, stack } from '#charts/shared/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/timeseries-controls.ts'
import { toggle } from '#controls/shared/picture-controls.ts'

export const controls = timeseriesControls([
  [stack],
  [toggle('area', 'Area chart', false)],
  [{ ...opacity, visible: (form) => form['area'] === true }],
  [showValue],
  [onlyTotal],
  [percentageThreshold],
  ...markers,
])

export type LineForm = FormOf<typeof controls>

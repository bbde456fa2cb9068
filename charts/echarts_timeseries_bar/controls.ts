import type { FormOf } from '#controls/form-type.ts'
import { onlyTotal, percentageThreshold, showValue, stack } from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'
import type { Control } from '#controls/control.ts'

const orientation: Control<'orientation', 'horizontal' | 'vertical'> = {
  type: 'radio',
  name: 'orientation',
  label: 'Bar orientation',
  affects: 'picture',
  default: 'vertical',
  choices: [
    { value: 'vertical', label: 'Vertical' },
    { value: 'horizontal', label: 'Horizontal' },
  ],
}

export const controls = timeseriesControls([[orientation], [stack], [showValue], [onlyTotal], [percentageThreshold]])

export type BarForm = FormOf<typeof controls>

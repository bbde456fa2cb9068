import { onlyTotal, percentageThreshold, showValue, stack } from '#charts/shared/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/timeseries-controls.ts'
import type { Control } from '#controls/control.ts'

const orientation: Control = {
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

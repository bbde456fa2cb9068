import type { FormOf } from '#controls/form-type.ts'
import { markerSize, showValue } from '#charts/shared/controls/mark-controls.ts'
import { timeseriesControls } from '#charts/shared/series/timeseries-controls.ts'

export const controls = timeseriesControls([[showValue], [markerSize()]])

export type ScatterForm = FormOf<typeof controls>

import { binControls } from '#charts/shared/map/bins/bin-controls.ts'
import type { FormOf } from '#controls/form-type.ts'

export const controls = binControls('The side of a square, in meters', [])

export type GridForm = FormOf<typeof controls>

import type { Control } from '#controls/control.ts'
import { DEFAULT_FIXED_COLOR, type Rgba } from '#core/color/rgb.ts'

/** The colour of the trend line. */
export const trendColor: Control<'color_picker', Rgba> = {
  type: 'color_picker',
  name: 'color_picker',
  label: 'Fixed Color',
  description: 'The color of the trend line',
  affects: 'picture',
  default: DEFAULT_FIXED_COLOR,
}

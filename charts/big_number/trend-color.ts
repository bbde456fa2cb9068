import type { Control } from '#controls/control.ts'
import { printColor, type Rgba } from '#core/color/rgb.ts'

/** The first palette color of the light theme. As a form value it means the first palette color of any theme. */
const FIRST: Rgba = { r: 50, g: 88, b: 187, a: 1 }

export const trendColor: Control<'color_picker', Rgba> = {
  type: 'color_picker',
  name: 'color_picker',
  label: 'Fixed Color',
  description: 'The color of the trend line',
  affects: 'picture',
  default: FIRST,
}

/** Returns the color of the line. The default color becomes the first palette color of the current theme. */
export const trendLineColor = (color: string, first: string | undefined): string =>
  color === printColor(FIRST) ? (first ?? color) : color

import type { Control } from '#controls/control.ts'
import { printColor, type Rgba } from '#core/color/rgb.ts'

/** The first colour of the palette on a light ground; it stands for that of any ground. */
const FIRST: Rgba = { r: 50, g: 88, b: 187, a: 1 }

/** The colour of the trend line. */
export const trendColor: Control<'color_picker', Rgba> = {
  type: 'color_picker',
  name: 'color_picker',
  label: 'Fixed Color',
  description: 'The color of the trend line',
  affects: 'picture',
  default: FIRST,
}

/** What the line is drawn in: a colour nobody chose is that of the palette on the ground at hand. */
export const drawnColor = (color: string, first: string | undefined): string =>
  color === printColor(FIRST) ? (first ?? color) : color

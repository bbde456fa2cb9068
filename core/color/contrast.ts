import type { Rgba } from './rgb.ts'

/** The brightness above which text is dark. */
export const CONTRAST_THRESHOLD = 186

/** Returns the perceived brightness, 0 to 255: 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601 luma). */
function brightness({ r, g, b }: Rgba): number {
  return 0.299 * r + 0.587 * g + 0.114 * b
}

/** Returns the text colour that is readable on a background: dark above the threshold, light otherwise. */
export function textColorOn(background: Rgba): 'dark' | 'light' {
  return brightness(background) > CONTRAST_THRESHOLD ? 'dark' : 'light'
}

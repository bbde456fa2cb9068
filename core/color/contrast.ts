import type { Rgba } from './rgb.ts'

/** The brightness above which text is dark. */
export const CONTRAST_THRESHOLD = 186

/** Brightness as the eye weighs the channels, 0 to 255: 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601 luma). */
function brightness({ r, g, b }: Rgba): number {
  return 0.299 * r + 0.587 * g + 0.114 * b
}

/** The ink that can be read on a ground: dark on what is brighter than the threshold, light on the rest. */
export function textColorOn(ground: Rgba): 'dark' | 'light' {
  return brightness(ground) > CONTRAST_THRESHOLD ? 'dark' : 'light'
}

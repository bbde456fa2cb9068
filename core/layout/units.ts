/** Pixels per unit of height. */
const UNIT = 8
/** Pixels between neighboring nodes. */
export const GUTTER = 16
/** Units of width in a full row. */
export const COLUMNS = 12
export const MIN_HEIGHT = 5
export const MAX_HEIGHT = 100

/** Returns the pixels per unit of width in a grid of this width, with gutters between the units. */
export function unitWidth(gridWidth: number): number {
  return (gridWidth + GUTTER) / COLUMNS - GUTTER
}

/** Returns the height in pixels of `height` units. */
export function heightInPixels(height: number): number {
  return height * UNIT
}

/** Returns the units of width closest to this width in pixels, at least 1. */
export function widthFromPixels(pixels: number, gridWidth: number): number {
  return Math.max(1, Math.round((pixels + GUTTER) / (unitWidth(gridWidth) + GUTTER)))
}

/** Returns the units of height closest to this height in pixels, within the limits. */
export function heightFromPixels(pixels: number): number {
  return Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.round(pixels / UNIT)))
}

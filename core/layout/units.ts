/** Pixels of one unit of height. */
const UNIT = 8
/** Pixels between neighbours. */
export const GUTTER = 16
/** Units of width of a full row. */
export const COLUMNS = 12
export const MIN_HEIGHT = 5
export const MAX_HEIGHT = 100

/** Pixels of one unit of width in a grid that wide; the gutters lie between. */
export function unitWidth(gridWidth: number): number {
  return (gridWidth + GUTTER) / COLUMNS - GUTTER
}

/** Pixels of a box of `height` units. */
export function heightInPixels(height: number): number {
  return height * UNIT
}

/** Units of width nearest to a box that wide, at least 1. */
export function widthFromPixels(pixels: number, gridWidth: number): number {
  return Math.max(1, Math.round((pixels + GUTTER) / (unitWidth(gridWidth) + GUTTER)))
}

/** Units of height nearest to a box that high, within the bounds. */
export function heightFromPixels(pixels: number): number {
  return Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.round(pixels / UNIT)))
}

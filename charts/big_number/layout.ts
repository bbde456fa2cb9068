import { isKeyFigureHeight, KEY_FIGURE_LINE_HEIGHT } from '#charts/shared/figure/figure.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** The positions and sizes of the number and the trend line, in pixels. */
export interface Layout {
  readonly isInline: boolean
  /** The box of the number and the text below it. */
  readonly figure: Size
  /** The width available to the number, in pixels. */
  readonly room: number
  readonly trend: Size | undefined
}

/** The share of the height that the trend line takes below the number, and the share of the width next to it. */
const BELOW = 0.3
const TREND_WIDTH_SHARE = 0.42
/** A narrower box, in pixels, has no room for a line next to its number. */
const NARROW = 180

/**
 * Places the trend line below the number. In a low box the line is to the right of the number, above the text below
 * both. In a low and narrow box there is no line.
 */
export function bigNumberLayout(width: number, height: number, hasTrend: boolean): Layout {
  const whole = { width, height }
  if (!hasTrend || (isKeyFigureHeight(height) && width < NARROW))
    return { isInline: false, figure: whole, room: width, trend: undefined }
  if (isKeyFigureHeight(height)) {
    const right = Math.round(width * TREND_WIDTH_SHARE)
    const trend = { width: right, height: Math.max(0, height - KEY_FIGURE_LINE_HEIGHT) }
    return { isInline: true, figure: whole, room: width - right, trend }
  }
  const below = Math.round(height * BELOW)
  return { isInline: false, figure: { width, height: height - below }, room: width, trend: { width, height: below } }
}

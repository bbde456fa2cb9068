import { isLow, KEY_LINE } from '#charts/shared/figure/figure.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Where the number and the trend line stand, in pixels. */
export interface Layout {
  readonly isBeside: boolean
  /** The box of the number and the text below it. */
  readonly figure: Size
  /** What the number itself may take of the width. */
  readonly room: number
  readonly trend: Size | undefined
}

/** The share of the height that the trend line takes below the number, and of the width beside it. */
const BELOW = 0.3
const BESIDE = 0.42
/** A box narrower than this has no room for a line beside its number. */
const NARROW = 180

/**
 * The line stands below the number. Where the box is low it stands beside it, above the text that runs below both; where
 * that is narrow too there is none.
 */
export function layOut(width: number, height: number, hasTrend: boolean): Layout {
  const whole = { width, height }
  if (!hasTrend || (isLow(height) && width < NARROW))
    return { isBeside: false, figure: whole, room: width, trend: undefined }
  if (isLow(height)) {
    const right = Math.round(width * BESIDE)
    const trend = { width: right, height: Math.max(0, height - KEY_LINE) }
    return { isBeside: true, figure: whole, room: width - right, trend }
  }
  const below = Math.round(height * BELOW)
  return { isBeside: false, figure: { width, height: height - below }, room: width, trend: { width, height: below } }
}

import { isLow } from '#charts/shared/figure/figure.ts'

/** Where the number and the trend line stand, in pixels. */
export interface Layout {
  readonly isBeside: boolean
  readonly figure: { readonly width: number; readonly height: number }
  readonly trend: { readonly width: number; readonly height: number } | undefined
}

/** The share of the height that the trend line takes below the number, and of the width beside it. */
const BELOW = 0.3
const BESIDE = 0.45
/** A box narrower than this has no room for a line beside its number. */
const NARROW = 180

/** The line stands below the number; beside it where the box is low, and nowhere where that is narrow too. */
export function layOut(width: number, height: number, hasTrend: boolean): Layout {
  const whole = { width, height }
  if (!hasTrend || (isLow(height) && width < NARROW)) return { isBeside: false, figure: whole, trend: undefined }
  if (isLow(height)) {
    const right = Math.round(width * BESIDE)
    return { isBeside: true, figure: { width: width - right, height }, trend: { width: right, height } }
  }
  const below = Math.round(height * BELOW)
  return { isBeside: false, figure: { width, height: height - below }, trend: { width, height: below } }
}

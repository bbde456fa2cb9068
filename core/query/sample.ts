/** Maximum number of parts that a series is sampled to, in pixels. */
const WIDEST = 2048

/**
 * The widths that series are sampled to, in pixels. A slightly wider chart needs no new query, and charts of similar
 * width share a result.
 */
export const SAMPLE_WIDTHS = [256, 384, 512, 768, 1024, 1536, WIDEST] as const

/** Points of a series per pixel; longer series are sampled, shorter ones are complete. */
export const POINTS_PER_PIXEL = 4

/**
 * A row limit up to this number is intentional and prevents sampling, whatever the width: the first 500 rows remain the
 * first 500.
 */
export const INTENTIONAL_ROW_LIMIT = POINTS_PER_PIXEL * WIDEST

/**
 * Requests downsampling of long series: the first, last, minimum and maximum of each of `width` equal parts of the x
 * axis. Optional `from` and `to` (epoch milliseconds, both inclusive) are a visible range that is sampled separately,
 * with as many parts as the complete axis.
 */
export interface Sample {
  readonly width: number
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** The sampling that was applied: the number of points, and the number of parts of the x axis. */
export interface AppliedSampling {
  readonly points: number
  readonly width: number
}

/** Returns the sampling width for a chart of this many pixels. */
export function sampleWidth(pixels: number): number {
  return SAMPLE_WIDTHS.find((width) => width >= pixels) ?? WIDEST
}

/** Returns half the width, a quarter and so on: the fallbacks if the result is too large. */
export function narrowerWidths(than: number): readonly number[] {
  return SAMPLE_WIDTHS.filter((width) => width < than && Number.isInteger(Math.log2(than / width))).toReversed()
}

/**
 * Returns the range to query for the visible range `from` to `to`. Each end moves outwards by at most an eighth of the
 * range, to positions that similar ranges share, so that they are one query.
 */
export function sampledRange(from: number, to: number): readonly [number, number] {
  const step = 2 ** Math.floor(Math.log2((to - from) / 8))
  return [Math.floor(from / step) * step, Math.ceil(to / step) * step]
}

/** The first and last visible instant, in epoch milliseconds. */
export type VisibleRange = readonly [first: number, last: number]

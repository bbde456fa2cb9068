/** The most parts that a series is sampled to, in pixels. */
const WIDEST = 2048

/**
 * The steps of the width that series are sampled to, in pixels: a picture that is made a little wider asks nothing, and
 * pictures of nearly one width share an answer.
 */
export const SAMPLE_WIDTHS = [256, 384, 512, 768, 1024, 1536, WIDEST] as const

/** Points of a series for each pixel; longer ones are sampled, shorter ones are whole. */
export const POINTS_A_PIXEL = 4

/** A limit of no more rows was meant, however wide the picture is: the first 500 stay the first 500. */
export const MEANT_ROWS = POINTS_A_PIXEL * WIDEST

/**
 * Asks that long series come as what can be seen of them: of each of `width` even parts of the x axis the first, the last,
 * the least and the greatest. `from` and `to` (epoch milliseconds, both within), where there are any, are a stretch that is
 * seen by itself: it has as many parts as the whole.
 */
export interface Sample {
  readonly width: number
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** What was sampled: the points there are, and into how many parts the x axis was cut. */
export interface Sampled {
  readonly points: number
  readonly width: number
}

/** The step of width for a picture of so many pixels. */
export function sampleWidth(pixels: number): number {
  return SAMPLE_WIDTHS.find((width) => width >= pixels) ?? WIDEST
}

/** The steps of half the width, of a quarter and so on: what is asked for where so many parts do not fit. */
export function narrowerWidths(than: number): readonly number[] {
  return SAMPLE_WIDTHS.filter((width) => width < than && Number.isInteger(Math.log2(than / width))).toReversed()
}

/**
 * The stretch that is asked for where `from` to `to` is seen: its ends are moved outwards by an eighth of it at most, to
 * places that near stretches share, so that they are one question.
 */
export function evenStretch(from: number, to: number): readonly [number, number] {
  const step = 2 ** Math.floor(Math.log2((to - from) / 8))
  return [Math.floor(from / step) * step, Math.ceil(to / step) * step]
}

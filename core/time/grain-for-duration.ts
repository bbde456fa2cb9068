import { canonicalGrain } from './grains.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Grains for a new chart with their lengths in milliseconds, finest first. */
const lengths: readonly (readonly [string, number])[] = [
  ['PT1S', 1000],
  ['PT5S', 5000],
  ['PT30S', 30_000],
  ['PT1M', MINUTE],
  ['PT5M', 5 * MINUTE],
  ['PT30M', 30 * MINUTE],
  ['PT1H', HOUR],
  ['PT6H', 6 * HOUR],
  ['P1D', DAY],
  ['P1W', 7 * DAY],
  ['P1M', 30.4 * DAY],
  ['P3M', 91.3 * DAY],
  ['P1Y', 365.25 * DAY],
]

/** Maximum number of buckets that are distinguishable as bars. */
const MAX_BUCKETS = 125

/**
 * Returns the finest grain that divides a duration in milliseconds into at most 125 buckets (usually about 20 to 125),
 * or the coarsest for longer durations. Only `offered` grains are used, all if the list is empty, and none finer than a
 * day for date columns. Undefined without a duration or a suitable grain.
 */
export function grainForDuration(
  span: number,
  offered: readonly (string | null)[] = [],
  isDays = false,
): string | undefined {
  if (!(span > 0)) return undefined
  const codes = new Set(offered.flatMap((code) => (code === null ? [] : [canonicalGrain(code)])))
  const usable = lengths.filter(([code, length]) => (codes.size === 0 || codes.has(code)) && (!isDays || length >= DAY))
  return (usable.find(([, length]) => span / length <= MAX_BUCKETS) ?? usable.at(-1))?.[0]
}

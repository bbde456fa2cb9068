import { canonicalGrain } from './grains.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Grains a chart may begin with, and how long they last in milliseconds, finest first. */
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

/** As many buckets as can be told apart as bars. */
const MAX_BUCKETS = 125

/**
 * The grain that cuts a span of milliseconds into about 20 to 125 buckets, finest first; the coarsest for longer ones.
 * Only `offered` grains are chosen, any when none are named, and none finer than a day for bare days. Undefined where
 * there is no span, or no grain for it.
 */
export function grainOfSpan(
  span: number,
  offered: readonly (string | null)[] = [],
  isDays = false,
): string | undefined {
  if (!(span > 0)) return undefined
  const codes = new Set(offered.flatMap((code) => (code === null ? [] : [canonicalGrain(code)])))
  const usable = lengths.filter(([code, length]) => (codes.size === 0 || codes.has(code)) && (!isDays || length >= DAY))
  return (usable.find(([, length]) => span / length <= MAX_BUCKETS) ?? usable.at(-1))?.[0]
}

import { numberFormatter } from '#core/format/number.ts'
import type { TimeDistribution } from '#core/query/time-distribution.ts'
import { tn } from '#core/text/t.ts'
import { dayOf, labelBounds, localDate, monthOf } from '#core/time/label.ts'
import type { TimeRangeText } from '#core/time/resolve-time-range.ts'

const groupedFormat = numberFormatter(',d')
const DAY = 86_400_000

/** A bar: its height relative to the highest one, and whether its center is in the range. */
interface Bar {
  readonly from: number
  readonly share: number
  readonly isIn: boolean
  readonly title: string
}

/** A label below the bars; `at` is its position from the left, 0 to 1. */
interface Mark {
  readonly at: number
  readonly text: string
}

/** The minimum height of a bar with rows, so that it is visible. */
const LEAST_SHARE = 0.04
/** The minimum distance of labels, relative to the width. */
const MIN_DISTANCE = 0.12

function isWithin(at: number, { since, until }: TimeRangeText): boolean {
  return (since === null || +localDate(since) <= at) && (until === null || at < +localDate(until))
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 19)

/** Returns the bars of a distribution and their labels. */
export function barsOf(
  spread: TimeDistribution,
  bounds: TimeRangeText | undefined,
): { readonly bars: readonly Bar[]; readonly marks: readonly Mark[] } {
  const most = Math.max(1, ...spread.map(({ count }) => count))
  const bars = spread.map(({ from, to, count }) => ({
    from,
    share: count === 0 ? 0 : Math.max(count / most, LEAST_SHARE),
    isIn: bounds !== undefined && isWithin((from + to) / 2, bounds),
    title: `${labelBounds({ since: iso(from), until: iso(to) })}: ${tn('%s row', '%s rows', count, groupedFormat(count))}`,
  }))
  return { bars, marks: marksOf(spread) }
}

/** Returns as many labels as fit: the year at its first bar, months within a year, days within a month. */
function marksOf(spread: TimeDistribution): readonly Mark[] {
  const [first, last] = [spread[0], spread.at(-1)]
  if (!first || !last) return []
  const span = last.to - first.from
  const name = span > 3 * 365 * DAY ? yearOf : span > 50 * DAY ? monthOf : dayOf
  const marks: Mark[] = []
  spread.forEach(({ from, to }, index) => {
    // A bar is named after its center: a week that contains Jan 1 may start in December.
    const text = name(new Date((from + to) / 2))
    const position = index / spread.length
    const before = marks.at(-1)
    const isNew = index === 0 || text !== name(new Date(((spread[index - 1]?.from ?? from) + from) / 2))
    if (isNew && (!before || position - before.at >= MIN_DISTANCE) && position <= 1 - MIN_DISTANCE / 2)
      marks.push({ at: position, text })
  })
  return marks
}

const yearOf = (at: Date): string => String(at.getUTCFullYear())

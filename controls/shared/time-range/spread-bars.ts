import { numberFormatter } from '#core/format/number.ts'
import type { Spread } from '#core/query/time-spread.ts'
import { tn } from '#core/text/t.ts'
import { dayOf, labelBounds, moment, monthOf } from '#core/time/label.ts'
import type { Bounds } from '#core/time/resolve.ts'

const grouped = numberFormatter(',d')
const DAY = 86_400_000

/** As one sees it: its height as a share of the highest, and whether its middle lies in the range. */
interface Bar {
  readonly from: number
  readonly share: number
  readonly isIn: boolean
  readonly title: string
}

/** A word below the bars; `at` is how far from the left, of 1. */
interface Mark {
  readonly at: number
  readonly text: string
}

/** A count that is hardly there is seen all the same. */
const LEAST_SHARE = 0.04
/** How far words below the bars stand apart, of 1. */
const APART = 0.12

function isWithin(at: number, { since, until }: Bounds): boolean {
  return (since === null || +moment(since) <= at) && (until === null || at < +moment(until))
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 19)

/** The bars of a spread, and the words below them. */
export function barsOf(
  spread: Spread,
  bounds: Bounds | undefined,
): { readonly bars: readonly Bar[]; readonly marks: readonly Mark[] } {
  const most = Math.max(1, ...spread.map(({ count }) => count))
  const bars = spread.map(({ from, to, count }) => ({
    from,
    share: count === 0 ? 0 : Math.max(count / most, LEAST_SHARE),
    isIn: bounds !== undefined && isWithin((from + to) / 2, bounds),
    title: `${labelBounds({ since: iso(from), until: iso(to) })}: ${tn('%s row', '%s rows', count, grouped(count))}`,
  }))
  return { bars, marks: marksOf(spread) }
}

/** The year at its first bar, months in one year, days in one month; as many as have room. */
function marksOf(spread: Spread): readonly Mark[] {
  const [first, last] = [spread[0], spread.at(-1)]
  if (!first || !last) return []
  const span = last.to - first.from
  const name = span > 3 * 365 * DAY ? yearOf : span > 50 * DAY ? monthOf : dayOf
  const marks: Mark[] = []
  spread.forEach(({ from, to }, at) => {
    // The name is that of the greater part of a bar: a week from Jan 1 may begin in December.
    const text = name(new Date((from + to) / 2))
    const place = at / spread.length
    const before = marks.at(-1)
    const isNew = at === 0 || text !== name(new Date(((spread[at - 1]?.from ?? from) + from) / 2))
    if (isNew && (!before || place - before.at >= APART) && place <= 1 - APART / 2) marks.push({ at: place, text })
  })
  return marks
}

const yearOf = (at: Date): string => String(at.getUTCFullYear())

import { utcFormat } from 'd3-time-format'
import { canonicalGrain } from '#core/time/grains.ts'

/** The finest part of a moment that is not at its start, in UTC. */
type Finest = 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

function finest(moment: Date): Finest {
  if (moment.getUTCMilliseconds()) return 'millisecond'
  if (moment.getUTCSeconds()) return 'second'
  if (moment.getUTCMinutes()) return 'minute'
  if (moment.getUTCHours()) return 'hour'
  if (moment.getUTCDate() !== 1) return moment.getUTCDay() === 0 ? 'week' : 'day'
  return moment.getUTCMonth() === 0 ? 'year' : 'month'
}

function adaptive(patterns: Readonly<Record<Finest, string>>): (moment: Date) => string {
  const writers = Object.fromEntries(Object.entries(patterns).map(([part, pattern]) => [part, utcFormat(pattern)]))
  return (moment) => writers[finest(moment)]?.(moment) ?? moment.toISOString()
}

/** Writes only the finest part, as axis labels do: `2020`, `May`, `Mon 04`, `01 PM`. */
export const smart = adaptive({
  millisecond: '.%Lms',
  second: ':%Ss',
  minute: '%I:%M',
  hour: '%I %p',
  day: '%a %d',
  week: '%b %d',
  month: '%B',
  year: '%Y',
})

/** Writes the day with it, as tooltips do: `Mon May 4, 01:05 PM`. */
export const verbose = adaptive({
  millisecond: '.%L',
  second: '%a %b %d, %I:%M:%S %p',
  minute: '%a %b %d, %I:%M %p',
  hour: '%a %b %d, %I %p',
  day: '%a %b %-e',
  week: '%a %b %-e',
  month: '%b %Y',
  year: '%Y',
})

/** Writes the whole moment down to its finest part: `2020-05-04 13:05`. */
export const detailed = adaptive({
  millisecond: '%Y-%m-%d %H:%M:%S.%L',
  second: '%Y-%m-%d %H:%M:%S',
  minute: '%Y-%m-%d %H:%M',
  hour: '%Y-%m-%d %H:%M',
  day: '%Y-%m-%d',
  week: '%Y-%m-%d',
  month: '%Y-%m-%d',
  year: '%Y-%m-%d',
})

const byGrain: Readonly<Record<string, string>> = {
  PT1H: '%Y-%m-%d %H:00',
  PT6H: '%Y-%m-%d %H:00',
  P1M: '%b %Y',
  P3M: '%Y Q%q',
  P1Y: '%Y',
}

/** In how many months a period begins, by the grain of months, quarters and years. */
const months: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 }

/**
 * Whether a whole day may stand for the month, quarter or year it lies in: buckets begin with the first day of these, and
 * what was brought to other steps of time ends with the last. What is no whole day, or of another grain, is left to these.
 */
export function mayNamePeriod(epoch: number, grain: string): boolean {
  const count = months[canonicalGrain(grain)]
  const day = new Date(epoch)
  if (count === undefined || epoch % 86_400_000 !== 0) return true
  return day.getUTCDate() === 1 && day.getUTCMonth() % count === 0
}

/** The pattern that writes every bucket of a grain in one even form; undefined for a grain that is unknown. */
export function grainPattern(grain: string): string | undefined {
  const code = canonicalGrain(grain)
  if (byGrain[code]) return byGrain[code]
  if (/^PT\d+S$/.test(code)) return '%Y-%m-%d %H:%M:%S'
  if (/^PT\d+M$/.test(code)) return '%Y-%m-%d %H:%M'
  return /^P\d+[DW]$|P1W/.test(code) ? '%Y-%m-%d' : undefined
}

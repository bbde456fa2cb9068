import { ownValue } from '#core/rest/json.ts'
import { utcFormat } from 'd3-time-format'
import { canonicalGrain } from '#core/time/grains.ts'

/** The finest time unit of a timestamp that is not at its start, in UTC. */
type FinestUnit = 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

function finestUnit(date: Date): FinestUnit {
  if (date.getUTCMilliseconds()) return 'millisecond'
  if (date.getUTCSeconds()) return 'second'
  if (date.getUTCMinutes()) return 'minute'
  if (date.getUTCHours()) return 'hour'
  if (date.getUTCDate() !== 1) return date.getUTCDay() === 0 ? 'week' : 'day'
  return date.getUTCMonth() === 0 ? 'year' : 'month'
}

function adaptiveFormat(patterns: Readonly<Record<FinestUnit, string>>): (date: Date) => string {
  const writers = Object.fromEntries(Object.entries(patterns).map(([part, pattern]) => [part, utcFormat(pattern)]))
  return (date) => writers[finestUnit(date)]?.(date) ?? date.toISOString()
}

/** Prints only the finest part, as axis labels do: `2020`, `May`, `Mon 04`, `01 PM`. */
export const formatSmart = adaptiveFormat({
  millisecond: '.%Lms',
  second: ':%Ss',
  minute: '%I:%M',
  hour: '%I %p',
  day: '%a %d',
  week: '%b %d',
  month: '%B',
  year: '%Y',
})

/** Prints the day as well, as tooltips do: `Mon May 4, 01:05 PM`. */
export const formatVerbose = adaptiveFormat({
  millisecond: '.%L',
  second: '%a %b %d, %I:%M:%S %p',
  minute: '%a %b %d, %I:%M %p',
  hour: '%a %b %d, %I %p',
  day: '%a %b %-e',
  week: '%a %b %-e',
  month: '%b %Y',
  year: '%Y',
})

/** Prints the full timestamp down to its finest part: `2020-05-04 13:05`. */
export const formatDetailed = adaptiveFormat({
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

/** Interval in months between the starts of periods, by grain (month, quarter, year). */
const months: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 }

/**
 * True if a timestamp may be formatted as the month, quarter or year that contains it. False only for a midnight that
 * does not begin a period of the grain: resampled rows lie on the last day of a period. Other times of day and other
 * grains are always accepted.
 */
export function mayNamePeriod(epoch: number, grain: string): boolean {
  const count = ownValue(months, canonicalGrain(grain))
  const day = new Date(epoch)
  if (count === undefined || epoch % 86_400_000 !== 0) return true
  return day.getUTCDate() === 1 && day.getUTCMonth() % count === 0
}

/** Returns the pattern that formats every bucket of a grain alike; undefined for an unknown grain. */
export function grainPattern(grain: string): string | undefined {
  const code = canonicalGrain(grain)
  const known = ownValue(byGrain, code)
  if (known) return known
  if (/^PT\d+S$/.test(code)) return '%Y-%m-%d %H:%M:%S'
  if (/^PT\d+M$/.test(code)) return '%Y-%m-%d %H:%M'
  return /^P\d+[DW]$|P1W/.test(code) ? '%Y-%m-%d' : undefined
}

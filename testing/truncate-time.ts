import { canonicalGrain, shiftedWeeks } from '#core/time/grains.ts'

const second = 1000
const day = 86_400 * second

const fixedUnits: Readonly<Record<string, number>> = {
  PT1S: second,
  PT5S: 5 * second,
  PT30S: 30 * second,
  PT1M: 60 * second,
  PT5M: 300 * second,
  PT10M: 600 * second,
  PT15M: 900 * second,
  PT30M: 1800 * second,
  PT1H: 3600 * second,
  PT6H: 21_600 * second,
  P1D: day,
}

/** The weekday (0 Sunday) a week bucket starts on, and the days from there to the day in its name. */
const weeks: Readonly<Record<string, readonly [start: number, named: number]>> = {
  P7D: [1, 0],
  ...Object.fromEntries(shiftedWeeks.map(([code, weekStart]) => [code, [weekStart % 7, 0] as const])),
  '1969-12-29T00:00:00Z/P1W': [1, 0],
  'P1W/1970-01-03T00:00:00Z': [0, 6],
  'P1W/1970-01-04T00:00:00Z': [1, 6],
}

/**
 * Returns the bucket of a timestamp: its first instant, or midnight of the last day for weeks named by their end.
 * Timestamps are local milliseconds counted as in UTC. `P1W` starts on Monday, or on Sunday as in some engines; `P7D`
 * counts seven days from a Monday. With an unknown or no grain, the timestamp is unchanged.
 */
export function truncate(instant: number, grain: string | null, weekStart: 'monday' | 'sunday' = 'monday'): number {
  const code = canonicalGrain(grain ?? '')
  const size = fixedUnits[code]
  if (size !== undefined) return Math.floor(instant / size) * size
  const week = code === 'P1W' ? ([weekStart === 'monday' ? 1 : 0, 0] as const) : weeks[code]
  if (week) {
    const days = Math.floor(instant / day)
    // Day 0 of the epoch is a Thursday.
    const into = (((days + 4 - week[0]) % 7) + 7) % 7
    return (days - into + week[1]) * day
  }
  const months = code === 'P1M' ? 1 : code === 'P3M' ? 3 : code === 'P1Y' ? 12 : undefined
  return months === undefined ? instant : monthStart(instant, months)
}

function monthStart(instant: number, months: number): number {
  const date = new Date(instant)
  return startOf(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months)
}

/** `Date.UTC` maps years 0 to 99 to 1900 to 1999. */
function startOf(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1)
}

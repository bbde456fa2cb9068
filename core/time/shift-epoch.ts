import type { TimeUnit } from './unit.ts'

const lengths: Readonly<Partial<Record<TimeUnit, number>>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

/**
 * Returns a timestamp moved by whole units, negative into the past, without a clock: wall-clock milliseconds counted as
 * if in UTC, like temporal cells. Months, quarters and years clamp to the last day of the resulting month.
 */
export function shiftEpoch(instant: number, n: number, unit: TimeUnit): number {
  const length = lengths[unit]
  if (length !== undefined) return instant + n * length
  const months = n * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1)
  const wholeMs = Math.floor(instant)
  const date = new Date(wholeMs)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(date)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(day, last.getUTCDate()))
  return date.getTime() + (instant - wholeMs)
}

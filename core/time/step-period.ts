import { localDate } from './label.ts'
import type { TimeRangeText } from './resolve-time-range.ts'

const text = (at: Date) => at.toISOString().slice(0, 19)

const isMonthStart = (at: Date) => at.getUTCDate() === 1 && at.getTime() % 86_400_000 === 0

/**
 * Returns the range of equal length before (`by` -1) or after (1) these bounds: whole months move by months, other
 * ranges by their duration. Undefined if a bound is open, the range is empty, or a year has no four digits.
 */
export function stepPeriod({ since, until }: TimeRangeText, by: 1 | -1): string | undefined {
  if (since === null || until === null || since >= until) return undefined
  const [from, to] = [localDate(since), localDate(until)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  const isMonths = isMonthStart(from) && isMonthStart(to) && months > 0
  const moved = (at: Date) =>
    isMonths
      ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months * by, 1))
      : new Date(at.getTime() + (to.getTime() - from.getTime()) * by)
  const ends = [moved(from), moved(to)]
  if (ends.some((end) => end.getUTCFullYear() < 1000 || end.getUTCFullYear() > 9999)) return undefined
  return ends.map(text).join(' : ')
}

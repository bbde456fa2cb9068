import { type Clock, type ClockOptions, clockOf, type LocalDateTime } from './clock.ts'
import { clockForDates } from './date-text.ts'
import { isTimeError, type TimeError } from './time-error.ts'
import { parseDateText } from './parse-date-text.ts'
import { parseTimeRange } from './parse-time-range.ts'
import { withinSupportedDates } from './time-bounds.ts'
import { type TimeRangeText, type TimeRangeEnds, checkOrder, printEnds, resolveEnds } from './resolve-time-range.ts'
import { parseShift, shiftLocalDateTime } from './shift.ts'

/** The time settings of a query: the range text, or the older pair of ends, and a shift of both ends. */
export interface QueryTime {
  readonly time_range?: string | null
  readonly since?: string | null
  readonly until?: string | null
  readonly time_shift?: string | null
}

/**
 * Returns the bounds of a query. `since` and `until` apply only if `time_range` is not a range; without `until` the end
 * is the anchor. A shift without a direction moves both ends back; a shift that is a range replaces them.
 */
export function resolveQueryTime(time: QueryTime, options: ClockOptions): TimeRangeText | TimeError {
  const clock = clockOf(options)
  if (isTimeError(clock)) return clock
  const ends = endsOf(time, clock)
  if (isTimeError(ends)) return ends
  const shifted = time.time_shift ? shiftEnds(ends, time.time_shift, clock) : ends
  return isTimeError(shifted) ? shifted : printEnds(shifted, { start: 0, end: time.time_range?.length ?? 0 })
}

function endsOf(time: QueryTime, clock: Clock): TimeRangeEnds | TimeError {
  const own = clockForDates(clock, [time.since ?? '', time.until ?? ''])
  const text = time.time_range ?? ''
  const range = parseTimeRange(text)
  if (isTimeError(range)) return range
  if (range.kind !== 'ignored') return resolveEnds(range, clock)
  const since = time.since ? parseDateText(withAgo(time.since), { start: 0, end: time.since.length }, own) : null
  if (isTimeError(since)) return since
  const until = time.until ? parseDateText(time.until, { start: 0, end: time.until.length }, own) : currentEnd(clock)
  return isTimeError(until) ? until : checkOrder({ since, until }, { start: 0, end: text.length })
}

function withAgo(text: string): string {
  return /^\S+\s+(days|years|hours|day|year|weeks)$/.test(text.trim()) ? `${text.trim()} ago` : text
}

function currentEnd(clock: Clock): LocalDateTime {
  return clock.options.relativeEnd === 'now' ? clock.now : clock.today
}

function shiftEnds(ends: TimeRangeEnds, text: string, clock: Clock): TimeRangeEnds | TimeError {
  if (text.includes(' : ')) {
    const range = parseTimeRange(text)
    return isTimeError(range) ? range : resolveEnds(range, clock)
  }
  const shift = parseShift(text)
  if (isTimeError(shift)) return shift
  return withinSupportedDates({ start: 0, end: text.length }, () => {
    const move = (instant: LocalDateTime | null): LocalDateTime | null =>
      instant && shiftLocalDateTime(instant, shift, ends, clock)
    return { since: move(ends.since), until: move(ends.until) }
  })
}

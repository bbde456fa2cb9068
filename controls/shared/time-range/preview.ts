import { type CalendarRecord, calendarSettings } from '#core/time/calendar-settings.ts'
import { type Extent, lastDataDay } from '#core/time/extent.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { labelBounds } from '#core/time/label.ts'
import { parseTimeRange } from '#core/time/parse-time-range.ts'
import { resolveTimeRange } from '#core/time/resolve-time-range.ts'
import { t } from '#core/text/t.ts'
import { joinSides, rangeEnds } from './draft.ts'

const HOLIDAY = /\bholiday\s*\(/i

/** A resolved range: its bounds as text, or the error. */
export interface Preview {
  readonly text: string
  readonly isValid: boolean
}

/** Resolves a range at `now` (epoch milliseconds) with a calendar. */
export function previewOf(range: string, now: number, calendar: CalendarRecord = {}): Preview {
  if (range.trim() === '') return { text: t('Enter a time range'), isValid: false }
  const parsed = parseTimeRange(range)
  if (isTimeError(parsed)) return { text: parsed.message, isValid: false }
  // Only the server knows holidays.
  if (HOLIDAY.test(range)) return { text: t('Looking up the holiday'), isValid: true }
  const bounds = resolveTimeRange(parsed, { now, ...calendarSettings(calendar) })
  return isTimeError(bounds) ? { text: bounds.message, isValid: false } : { text: labelBounds(bounds), isValid: true }
}

const DAY = 86_400_000

/**
 * Returns a relative range with the end of the data in place of the current time, as a range of two datetimes;
 * undefined if the range is invalid or open. `Last` ends after the last day of the data.
 */
export function rangeAtLatest(range: string, extent: Extent, calendar: CalendarRecord = {}): string | undefined {
  const parsed = parseTimeRange(range)
  if (isTimeError(parsed)) return undefined
  const last = +lastDataDay(extent)
  const isCounted = parsed.kind === 'last' || parsed.kind === 'next'
  // The extent is local time already.
  const { time_zone: _, ...settings } = calendar
  const now = isCounted ? (Math.floor(last / DAY) + 1) * DAY : last
  const bounds = resolveTimeRange(parsed, { now, ...calendarSettings(settings) })
  if (isTimeError(bounds) || bounds.since === null || bounds.until === null) return undefined
  return joinSides(bounds.since, bounds.until)
}

/** A syntax error in a range: its side, and the range with a suggested correction. */
export interface SideError {
  readonly side: 'start' | 'end'
  readonly message: string
  readonly offer?: { readonly word: string; readonly range: string }
}

/** Returns the error in one side of a range; undefined if there is none or the range is empty. */
export function sideError(range: string, now: number, calendar: CalendarRecord = {}): SideError | undefined {
  if (rangeEnds(range).every((side) => side.trim() === '') || HOLIDAY.test(range)) return undefined
  const parsed = parseTimeRange(range)
  const fault = isTimeError(parsed) ? parsed : resolveTimeRange(parsed, { now, ...calendarSettings(calendar) })
  if (!isTimeError(fault)) return undefined
  const { start, end, message, suggestion: word } = fault
  const cut = range.indexOf(' : ')
  const side = cut >= 0 && start > cut ? 'end' : 'start'
  if (word === undefined) return { side, message }
  return {
    side,
    message,
    offer: { word, range: range.slice(0, start) + word + trailingSpaces(range.slice(start, end)) + range.slice(end) },
  }
}

/** Returns the trailing spaces of a text, which belong to what follows. */
function trailingSpaces(stretch: string): string {
  return /\s*$/.exec(stretch)?.[0] ?? ''
}

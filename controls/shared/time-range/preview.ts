import { type CalendarRecord, calendarSettings } from '#core/time/calendar-settings.ts'
import { isFault } from '#core/time/fault.ts'
import { labelBounds } from '#core/time/label.ts'
import { parseTimeRange } from '#core/time/parse.ts'
import { resolve } from '#core/time/resolve.ts'
import { t } from '#core/text/t.ts'
import { sidesOf } from './draft.ts'

const HOLIDAY = /\bholiday\s*\(/i

/** What a range means at a moment: its bounds in words, or why it means nothing. */
export interface Preview {
  readonly text: string
  readonly isValid: boolean
}

/** Resolves a range at `now`, epoch milliseconds, on a calendar. */
export function previewOf(range: string, now: number, calendar: CalendarRecord = {}): Preview {
  if (range.trim() === '') return { text: t('Enter a time range'), isValid: false }
  const parsed = parseTimeRange(range)
  if (isFault(parsed)) return { text: parsed.message, isValid: false }
  // Holidays are known to the server alone.
  if (HOLIDAY.test(range)) return { text: t('Looking up the holiday'), isValid: true }
  const bounds = resolve(parsed, { now, ...calendarSettings(calendar) })
  return isFault(bounds) ? { text: bounds.message, isValid: false } : { text: labelBounds(bounds), isValid: true }
}

/** Why a range in words cannot be read: at which side, and the range with what may have been meant. */
export interface SideFault {
  readonly side: 'start' | 'end'
  readonly message: string
  readonly offer?: { readonly word: string; readonly range: string }
}

/** What is wrong with one side of a range; undefined when nothing is, or nothing is written yet. */
export function sideFault(range: string, now: number, calendar: CalendarRecord = {}): SideFault | undefined {
  if (sidesOf(range).every((side) => side.trim() === '') || HOLIDAY.test(range)) return undefined
  const parsed = parseTimeRange(range)
  const fault = isFault(parsed) ? parsed : resolve(parsed, { now, ...calendarSettings(calendar) })
  if (!isFault(fault)) return undefined
  const { start, end, message, suggestion: word } = fault
  const cut = range.indexOf(' : ')
  const side = cut >= 0 && start > cut ? 'end' : 'start'
  if (word === undefined) return { side, message }
  return {
    side,
    message,
    offer: { word, range: range.slice(0, start) + word + spaced(range.slice(start, end)) + range.slice(end) },
  }
}

/** The blanks a stretch ends with, which belong to what follows. */
function spaced(stretch: string): string {
  return /\s*$/.exec(stretch)?.[0] ?? ''
}

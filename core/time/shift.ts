import { t } from '#core/text/t.ts'
import { addUnits } from './calendar.ts'
import type { Clock, LocalDateTime } from './clock.ts'
import { type TimeError, timeError } from './time-error.ts'
import { readUnit, type TimeUnit } from './unit.ts'

/**
 * The offset of a compared period from the one shown. `units` moves by `n` units, negative into the past; `inherit`
 * moves back by the length of the range; `date` moves so that the range starts on that day, `YYYY-MM-DD`.
 */
export type Shift =
  | { readonly kind: 'units'; readonly n: number; readonly unit: TimeUnit }
  | { readonly kind: 'inherit' }
  | { readonly kind: 'date'; readonly date: string }

const SHIFT_AMOUNT = /^([+-]?)\s*(\d{1,9}|an?|one)\s*([a-z]+)(?:\s+(ago|later))?$/i

/**
 * Parses an amount of time with its direction: `1 year ago` and `-1 year` are past, `1 year` and `1 year later` future.
 */
export function parseDelta(text: string): (Shift & { readonly kind: 'units' }) | TimeError {
  const words = text.trim()
  if (words === '' || words.toLowerCase() === 'now') return { kind: 'units', n: 0, unit: 'day' }
  const match = SHIFT_AMOUNT.exec(words)
  const unit = match && readUnit(match[3] ?? '')
  if (!match || !unit) return timeError(t('Unable to read the time shift [%s]', text), { start: 0, end: text.length })
  const n = /^\d/.test(match[2] ?? '') ? Number(match[2]) : 1
  const past = match[1] === '-' || match[4]?.toLowerCase() === 'ago'
  return { kind: 'units', n: past && n !== 0 ? -n : n, unit }
}

/**
 * Parses the shift of a time comparison. An amount without a direction is past: `1 year` means `1 year ago`. `inherit`
 * (also `inherited`) and ISO dates are supported too.
 */
export function parseShift(text: string): Shift | TimeError {
  const words = text.trim().toLowerCase()
  if (words === 'inherit' || words === 'inherited') return { kind: 'inherit' }
  if (isDate(words)) return { kind: 'date', date: words }
  const delta = parseDelta(text)
  if (delta.kind === 'fault' || words.endsWith(' later')) return delta
  return delta.n > 0 ? { ...delta, n: -delta.n } : delta
}

/** Returns an instant moved by the shift; `inherit` and `date` depend on `range`. Null if its required end is open. */
export function shiftLocalDateTime(
  instant: LocalDateTime,
  shift: Shift,
  range: ShiftedRange,
  clock: Clock,
): LocalDateTime | null {
  if (shift.kind === 'units') return addUnits(instant, shift.n, shift.unit, clock)
  const { since, until } = range
  if (!since) return null
  if (shift.kind === 'date') {
    return instant.add({ days: since.toPlainDate().until(shift.date).days })
  }
  return until && instant.subtract(since.until(until, { largestUnit: 'day' }))
}

/** The range that a shift refers to. */
export interface ShiftedRange {
  readonly since: LocalDateTime | null
  readonly until: LocalDateTime | null
}

/** True if the text is an existing day in the form `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return instant !== undefined && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

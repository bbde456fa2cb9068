import { Temporal } from 'temporal-polyfill'
import { MONTH_NAMES, WEEKDAY_NAMES } from './calendar-names.ts'
import type { Clock, LocalDateTime } from './clock.ts'
import { extractTimeOfDay } from './time-of-day.ts'

const SHORT_MONTH_NAMES = MONTH_NAMES.map((name) => name.slice(0, 3))

/** Returns the weekday, 1 Monday to 7 Sunday, of a full name or its first three letters. */
export function readWeekday(word: string): number | undefined {
  const lower = word.toLowerCase()
  const at = WEEKDAY_NAMES.findIndex(
    (day) => day === lower || (lower.length >= 3 && lower.length <= 5 && day.startsWith(lower)),
  )
  return at < 0 ? undefined : at + 1
}

/** Returns whether day or month comes first in a numeric date, if one of them is above twelve. */
function orderOf(text: string): 'day' | 'month' | undefined {
  const { rest } = extractTimeOfDay(text.trim().toLowerCase())
  if (/[^\d\s,./-]/.test(rest)) return undefined
  const [a = '', b = '', c, more] = rest.match(/\d+/g) ?? []
  if (a === '' || b === '' || more !== undefined || isYear(a) || (c === undefined && isYear(b))) return undefined
  if (Number(a) > 12) return Number(b) > 12 ? undefined : 'day'
  return Number(b) > 12 ? 'month' : undefined
}

/** Returns the clock for reading the dates of one range: day first if one of them requires it and none contradicts. */
export function clockForDates(clock: Clock, texts: readonly string[]): Clock {
  const orders = new Set(texts.map(orderOf))
  return orders.has('day') && !orders.has('month') ? { ...clock, isDayFirst: true } : clock
}

/**
 * Reads a date in digits or with month names, like lenient date parsers. The month is first if possible, unless the
 * clock says otherwise. Missing parts default to January 1 of the current year at 00:00; a lone weekday is the first
 * one from that day on. A text with an offset or `Z` is converted to the clock's zone. Undefined if the text is not a
 * date or the date does not exist.
 */
export function readDateText(text: string, clock: Clock): LocalDateTime | undefined {
  const iso = readIso(text.trim(), clock)
  if (iso) return iso
  const { rest, time, offset } = extractTimeOfDay(text.trim().toLowerCase())
  const date = readDay(rest, time !== undefined, clock)
  if (!date) return undefined
  const instant = date.toPlainDateTime(time)
  return offset === undefined ? instant : instant.toZonedDateTime(offset).withTimeZone(clock.zone).toPlainDateTime()
}

/** ISO dates without separators. A day alone (eight digits) is read with the other numeric dates. */
const basicDate = /^\d{8}T?\d{4}(?:\d\d(?:[.,]\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i
const isoDate =
  /^([+-]\d{6}|\d{4})-\d\d-\d\d(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

function readIso(text: string, clock: Clock): LocalDateTime | undefined {
  const basic = basicDate.exec(text)
  const match = isoDate.exec(text)
  if (!match && !basic) return undefined
  const iso = basic ? `${text.slice(0, 8)}T${text.slice(8).replace(/^T/i, '')}` : text
  try {
    const instant =
      (basic?.[1] ?? match?.[2])
        ? Temporal.Instant.from(iso).toZonedDateTimeISO(clock.zone).toPlainDateTime()
        : Temporal.PlainDateTime.from(iso)
    return instant.round({ smallestUnit: 'second', roundingMode: 'floor' })
  } catch {
    return undefined
  }
}

function readDay(rest: string, hasTime: boolean, clock: Clock): Temporal.PlainDate | undefined {
  const start = clock.today.toPlainDate().with({ month: 1, day: 1 })
  const words = rest.replace(/(\d)(st|nd|rd|th)\b/g, '$1').match(/[a-z]+|\d+/g) ?? []
  if (/[^a-z0-9\s,./-]/.test(rest)) return undefined
  let month: number | undefined
  let weekday: number | undefined
  const numbers: string[] = []
  for (const word of words) {
    if (/^\d/.test(word)) numbers.push(word)
    else if (['of', 'the', 'on', 'at', 'and', 't'].includes(word)) continue
    else if (readMonth(word) !== undefined && month === undefined) month = readMonth(word)
    else if (readWeekday(word) !== undefined && weekday === undefined) weekday = readWeekday(word)
    else return undefined
  }
  if (numbers.length === 0 && month === undefined) {
    if (weekday !== undefined) return start.add({ days: (weekday - start.dayOfWeek + 7) % 7 })
    return hasTime && rest.trim() === '' ? start : undefined
  }
  const parts = month === undefined ? fromNumbers(numbers, clock) : fromMonth(month, numbers, clock)
  return parts && existingDate({ year: start.year, month: 1, day: 1, ...parts })
}

interface Parts {
  readonly year?: number
  readonly month?: number
  readonly day?: number
}

function readMonth(word: string): number | undefined {
  const at = MONTH_NAMES.findIndex(
    (name, i) => name === word || word === SHORT_MONTH_NAMES[i] || (word === 'sept' && i === 8),
  )
  return at < 0 ? undefined : at + 1
}

function fromMonth(month: number, numbers: readonly string[], clock: Clock): Parts | undefined {
  const [a, b, more] = numbers
  if (more !== undefined) return undefined
  if (a === undefined) return { month }
  if (isYear(a)) return { year: year(a, clock), month, ...(b === undefined ? {} : { day: Number(b) }) }
  return { month, day: Number(a), ...(b === undefined ? {} : { year: year(b, clock) }) }
}

function fromNumbers(numbers: readonly string[], clock: Clock): Parts | undefined {
  const [a = '', b, c, more] = numbers
  if (more !== undefined) return undefined
  if (b === undefined) return fromOne(a, clock)
  if (c === undefined) {
    if (isYear(a)) return { year: year(a, clock), month: Number(b) }
    if (isYear(b)) return { year: year(b, clock), month: Number(a) }
    return dayAndMonth(a, b, clock)
  }
  if (isYear(a)) return { year: year(a, clock), month: Number(b), day: Number(c) }
  return { ...dayAndMonth(a, b, clock), year: year(c, clock) }
}

function fromOne(digits: string, clock: Clock): Parts | undefined {
  const cut = (from: number, to: number): number => Number(digits.slice(from, to))
  if (digits.length === 8) return { year: cut(0, 4), month: cut(4, 6), day: cut(6, 8) }
  if (digits.length === 6) return { year: cut(0, 4), month: cut(4, 6) }
  if (isYear(digits)) return { year: year(digits, clock) }
  return digits.length <= 2 ? { day: Number(digits) } : undefined
}

function dayAndMonth(a: string, b: string, { isDayFirst }: Clock): Parts {
  return Number(a) > 12 || (isDayFirst && Number(b) <= 12)
    ? { month: Number(b), day: Number(a) }
    : { month: Number(a), day: Number(b) }
}

function isYear(digits: string): boolean {
  return digits.length === 4 || (digits.length === 2 && Number(digits) > 31)
}

/** Two digits mean the year within half a century of the current one. */
function year(digits: string, clock: Clock): number {
  const n = Number(digits)
  if (digits.length > 2) return n
  const near = clock.now.year - (clock.now.year % 100) + n
  if (near >= clock.now.year + 50) return near - 100
  return near < clock.now.year - 50 ? near + 100 : near
}

function existingDate(parts: { year: number; month: number; day: number }): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(parts, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

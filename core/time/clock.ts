import { Temporal } from 'temporal-polyfill'
import { t } from '#core/text/t.ts'
import { type TimeError, timeError } from './time-error.ts'

/** A wall-clock time in the time zone of the range. */
export type LocalDateTime = Temporal.PlainDateTime

/** The anchor of a relative range: the midnight that began the current day, or the current second. */
export type Anchor = 'today' | 'now'

/** A public holiday: its name and its day, `YYYY-MM-DD`. */
export interface Holiday {
  readonly name: string
  readonly date: string
}

/** The holidays of a country in a year. */
export type Holidays = (country: string, year: number) => Iterable<Holiday>

/**
 * The context for resolving a range. `now` is an instant: ISO text with an offset or `Z`, epoch milliseconds, or an
 * object that prints as one. `zone` is an IANA name, default UTC. The default anchor is today, or now for ranges in
 * hours or less. Weeks start on `weekStart` (1 Monday to 7 Sunday, default 1), years and quarters on the first of
 * `fiscalYearStart` (1 to 12, default 1). `holidays` returns those of a country (`US`, `UK`, ...) in a year, the most
 * likely ones first; default none. `freeText` reads a date in words that the built-in language does not know, as local
 * ISO text.
 */
export interface ClockOptions {
  readonly now: string | number | Temporal.Instant
  readonly zone?: string
  readonly relativeStart?: Anchor
  readonly relativeEnd?: Anchor
  readonly weekStart?: number
  readonly fiscalYearStart?: number
  readonly country?: string
  readonly holidays?: Holidays
  readonly freeText?: (text: string, now: string) => string | undefined
}

/** The options with `now` as wall-clock time, to the second. */
export interface Clock {
  readonly now: LocalDateTime
  readonly today: LocalDateTime
  readonly zone: string
  readonly weekStart: number
  readonly fiscalYearStart: number
  readonly options: ClockOptions
  /** Numeric dates begin with the day if possible; default: with the month. */
  readonly isDayFirst?: true
}

/**
 * Returns the clock for resolving a range. An unknown zone returns a TimeFault; an invalid `now` throws a RangeError.
 */
export function clockOf(options: ClockOptions): Clock | TimeError {
  const { now, zone = 'UTC', weekStart = 1, fiscalYearStart = 1 } = options
  const instant =
    typeof now === 'number' ? Temporal.Instant.fromEpochMilliseconds(now) : Temporal.Instant.from(String(now))
  let zoned: Temporal.ZonedDateTime
  try {
    zoned = instant.toZonedDateTimeISO(zone)
  } catch {
    return timeError(t('There is no time zone %s', zone), { start: 0, end: 0 })
  }
  const local = zoned.toPlainDateTime().round({ smallestUnit: 'second', roundingMode: 'floor' })
  return { now: local, today: midnight(local), zone, weekStart, fiscalYearStart, options }
}

/** Returns the midnight at which the day began. */
export function midnight(instant: LocalDateTime): LocalDateTime {
  return instant.toPlainDate().toPlainDateTime()
}

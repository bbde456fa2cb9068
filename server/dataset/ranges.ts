import { Temporal } from 'temporal-polyfill'
import { calendarSettings } from '#core/time/calendar-settings.ts'
import type { Anchor, ClockOptions } from '#core/time/clock.ts'
import { isFault } from '#core/time/fault.ts'
import { isTimeZone } from '#core/time/zones.ts'
import { resolveQueryTime } from '#core/time/query-time.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { newHolidays } from '#server/holidays/holidays.ts'
import type { Bounds } from '#server/sql/environment.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Resolves the time ranges of one question, each once. */
export interface Ranges {
  /** The bounds of a range text. */
  of(text: string): Bounds
  /** The bounds of the question itself: its range, its older pair of ends, its shift; undefined where it asks for none. */
  readonly query: Bounds | undefined
  /** Epoch milliseconds between which all that was asked here resolves to the same; the end is exclusive. */
  readonly since: number
  readonly until: number
  /** The time zone whose wall clock the bounds and all instants of a result are on; undefined: UTC. */
  readonly zone?: string | undefined
  /** The first day of a week, 1 Monday to 7 Sunday; undefined: Monday. */
  readonly weekStart?: number | undefined
}

/**
 * Ranges as of `now`, epoch milliseconds, on the calendar of the extras of the question, else of the first of `settings`
 * that says how days are counted. `now` counts to the minute, so that answers can be shared, except for ranges
 * shorter than an hour. Where a range may name holidays, `holidaysReady` has to be awaited before it is resolved.
 */
export function rangesOf(query: QueryObject, now: number, settings: readonly unknown[] = []): Ranges {
  const calendar = calendarSettings(query.extras, ...settings)
  const clock = {
    holidays: newHolidays(),
    ...calendar,
    relativeStart: anchor(query.extras?.relative_start),
    relativeEnd: anchor(query.extras?.relative_end),
  }
  const known = new Map<string, Bounds>()
  const shift = query.time_shift ?? null
  const pair = query as QueryObject & { readonly since?: string; readonly until?: string }
  const own = { time_range: query.time_range ?? null, since: pair.since ?? null, until: pair.until ?? null }
  // A time column without a range ends today.
  const asks = own.time_range || own.since || own.until || query.granularity
  let since = Number.NEGATIVE_INFINITY
  let until = Number.POSITIVE_INFINITY
  const resolve = (time: Time): Bounds => {
    const steadily = steady(time, clock, now)
    since = Math.max(since, steadily.since)
    until = Math.min(until, steadily.until)
    return steadily.bounds
  }
  return {
    of(text) {
      let bounds = known.get(text)
      if (!bounds) {
        bounds = resolve({ time_range: text, time_shift: shift })
        known.set(text, bounds)
      }
      return bounds
    },
    query: asks ? resolve({ ...own, time_shift: shift }) : undefined,
    get since() {
      return since
    },
    get until() {
      return until
    },
    zone: isTimeZone(calendar.zone) && calendar.zone !== 'UTC' ? calendar.zone : undefined,
    weekStart: calendar.weekStart,
  }
}

type Time = Parameters<typeof resolveQueryTime>[0]
type Calendar = Omit<ClockOptions, 'now'>

interface Steady {
  readonly bounds: Bounds
  readonly since: number
  readonly until: number
}

/** Bounds, and when they are the same: open on both sides always, short ones not even for a millisecond. */
function steady(time: Time, clock: Calendar, now: number): Steady {
  const minute = now - (now % MINUTE)
  const bounds = resolved(time, clock, minute)
  const { from, to } = bounds
  if (from === null && to === null) return { bounds, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  const short = from !== null && to !== null && to - from < HOUR
  return short
    ? { bounds: resolved(time, clock, now), since: now, until: now }
    : { bounds, since: minute, until: minute + MINUTE }
}

function resolved(time: Time, clock: Calendar, now: number): Bounds {
  const bounds = resolveQueryTime(time, { ...clock, now })
  if (isFault(bounds)) throw new ApiError('time-range-wrong', { args: [bounds.message] })
  return { from: epoch(bounds.since), to: epoch(bounds.until) }
}

/** Charts anchor at midnight unless they say otherwise. */
function anchor(value: unknown): Anchor {
  return value === 'now' ? 'now' : 'today'
}

function epoch(local: string | null): number | null {
  return local === null ? null : Temporal.PlainDateTime.from(local).toZonedDateTime('UTC').epochMilliseconds
}

import { Temporal } from 'temporal-polyfill'
import { calendarSettings } from '#core/time/calendar-settings.ts'
import type { Anchor, ClockOptions } from '#core/time/clock.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { isTimeZone } from '#core/time/zones.ts'
import { resolveQueryTime } from '#core/time/query-time.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { createHolidayLookup } from '#server/holidays/holidays.ts'
import type { TimeRangeMs } from '#server/sql/environment.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Resolves the time ranges of one query, each once. */
export interface Ranges {
  /** Returns the bounds of a range text. */
  of(text: string): TimeRangeMs
  /** The bounds of the query from its range, its legacy start and end, and its shift; undefined if it has none. */
  readonly query: TimeRangeMs | undefined
  /**
   * The period, in epoch milliseconds, in which everything resolved so far has the same value; the end is exclusive.
   */
  readonly since: number
  readonly until: number
  /** The time zone of the bounds and of all instants in a result; undefined: UTC. */
  readonly zone?: string | undefined
  /** The first day of the week, 1 Monday to 7 Sunday; undefined: Monday. */
  readonly weekStart?: number | undefined
}

/**
 * Returns the ranges at `now` (epoch milliseconds), on the calendar of the query's extras, otherwise of the first of
 * `settings` that defines one. `now` is rounded down to the minute, so that results can be shared, except for ranges
 * shorter than an hour. If a range may name holidays, await `loadHolidays` before resolving it.
 */
export function rangesOf(query: QueryObject, now: number, settings: readonly unknown[] = []): Ranges {
  const calendar = calendarSettings(query.extras, ...settings)
  const clock = {
    holidays: createHolidayLookup(),
    ...calendar,
    relativeStart: anchor(query.extras?.relative_start),
    relativeEnd: anchor(query.extras?.relative_end),
  }
  const known = new Map<string, TimeRangeMs>()
  const shift = query.time_shift ?? null
  const pair = query as QueryObject & { readonly since?: string; readonly until?: string }
  const own = { time_range: query.time_range ?? null, since: pair.since ?? null, until: pair.until ?? null }
  // A time column without a range ends today.
  const asks = own.time_range || own.since || own.until || query.granularity
  let since = Number.NEGATIVE_INFINITY
  let until = Number.POSITIVE_INFINITY
  const resolve = (time: QueryTimeInput): TimeRangeMs => {
    const steadily = stableBounds(time, clock, now)
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

type QueryTimeInput = Parameters<typeof resolveQueryTime>[0]
type Calendar = Omit<ClockOptions, 'now'>

interface StableBounds {
  readonly bounds: TimeRangeMs
  readonly since: number
  readonly until: number
}

/**
 * Returns bounds and the period in which they are the same: unlimited if both ends are open, empty for short ranges.
 */
function stableBounds(time: QueryTimeInput, clock: Calendar, now: number): StableBounds {
  const minute = now - (now % MINUTE)
  const bounds = resolveBounds(time, clock, minute)
  const { from, to } = bounds
  if (from === null && to === null) return { bounds, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  const short = from !== null && to !== null && to - from < HOUR
  return short
    ? { bounds: resolveBounds(time, clock, now), since: now, until: now }
    : { bounds, since: minute, until: minute + MINUTE }
}

function resolveBounds(time: QueryTimeInput, clock: Calendar, now: number): TimeRangeMs {
  const bounds = resolveQueryTime(time, { ...clock, now })
  if (isTimeError(bounds)) throw new ApiError('time-range-wrong', { args: [bounds.message] })
  return { from: epoch(bounds.since), to: epoch(bounds.until) }
}

/** Charts anchor at midnight by default. */
function anchor(value: unknown): Anchor {
  return value === 'now' ? 'now' : 'today'
}

function epoch(local: string | null): number | null {
  return local === null ? null : Temporal.PlainDateTime.from(local).toZonedDateTime('UTC').epochMilliseconds
}

import { Temporal } from 'temporal-polyfill'
import { clockOf } from '#core/time/clock.ts'
import { isFault } from '#core/time/fault.ts'
import { canonicalGrain } from '#core/time/grains.ts'
import { parseShift, shiftMoment } from '#core/time/shift.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Bounds } from '#server/sql/environment.ts'

/** A range with both of its ends. */
export interface Closed {
  readonly from: number
  readonly to: number
}

/** Moves a moment, epoch milliseconds, as a time offset such as `1 year ago` moves the range it is given. */
export type Mover = (epochMs: number) => number

/** The range, or a fault when one of its ends is open: there is nothing to compare it with. */
export function closed(bounds: Bounds): Closed {
  if (bounds.from === null || bounds.to === null) throw new Fault('time-comparison-open')
  return { from: bounds.from, to: bounds.to }
}

/** How an offset moves moments of a range. */
export function moverOf(offset: string, range: Closed): Mover {
  const shift = parseShift(offset)
  if (isFault(shift)) throw new Fault('time-range-wrong', { args: [shift.message] })
  const ends = { since: local(range.from), until: local(range.to) }
  const clock = clockOf({ now: range.to })
  if (isFault(clock)) throw new Fault('time-range-wrong', { args: [clock.message] })
  return (epochMs) => {
    const moved = shiftMoment(local(epochMs), shift, ends, clock)
    if (!moved) throw new Fault('time-comparison-open')
    return moved.toZonedDateTime('UTC').epochMilliseconds
  }
}

function local(epochMs: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO('UTC').toPlainDateTime()
}

/**
 * What tells the bucket of a moment: its month, quarter, year or week, whose lengths differ; else the moment itself.
 * Weeks are counted within their year, from its first Monday, or Sunday where weeks begin or end around it.
 */
export function bucketKey(epochMs: number, grain: string | null): string {
  const date = new Date(epochMs)
  const year = date.getUTCFullYear()
  const code = grain === null ? '' : canonicalGrain(grain)
  if (code === 'P1Y') return `${year}`
  if (code === 'P3M') return `${year}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`
  if (code === 'P1M') return `${year}-${date.getUTCMonth() + 1}`
  if (!code.includes('P1W')) return String(epochMs)
  const day = Math.floor((epochMs - Date.UTC(year, 0, 1)) / 86_400_000)
  const sundays = code.startsWith('1969-12-28') || code.endsWith('1970-01-03T00:00:00Z')
  const weekday = sundays ? date.getUTCDay() : (date.getUTCDay() + 6) % 7
  return `${year}-W${Math.floor((day + 7 - weekday) / 7)}`
}

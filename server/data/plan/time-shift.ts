import { Temporal } from 'temporal-polyfill'
import { counterpartBucket, timeBucket } from '#core/time/buckets.ts'
import { clockOf } from '#core/time/clock.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { parseShift, shiftLocalDateTime } from '#core/time/shift.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { TimeRangeMs } from '#server/sql/environment.ts'

/** A range with both ends. */
export interface ClosedRange {
  readonly from: number
  readonly to: number
}

/** Moves a timestamp (epoch milliseconds) by a time offset such as `1 year ago`. */
export type TimeShifter = (epochMs: number) => number

/** Returns the range; throws if one of its ends is open, because there is nothing to compare it with. */
export function closedRange(bounds: TimeRangeMs): ClosedRange {
  if (bounds.from === null || bounds.to === null) throw new ApiError('time-comparison-open')
  return { from: bounds.from, to: bounds.to }
}

/** Returns how an offset moves timestamps of a range. */
export function timeShifterOf(offset: string, range: ClosedRange): TimeShifter {
  const shift = parseShift(offset)
  if (isTimeError(shift)) throw new ApiError('time-range-wrong', { args: [shift.message] })
  const ends = { since: plainDateTimeAt(range.from), until: plainDateTimeAt(range.to) }
  const clock = clockOf({ now: range.to })
  if (isTimeError(clock)) throw new ApiError('time-range-wrong', { args: [clock.message] })
  return (epochMs) => {
    const moved = shiftLocalDateTime(plainDateTimeAt(epochMs), shift, ends, clock)
    if (!moved) throw new ApiError('time-comparison-open')
    // Microseconds are a fraction; shifts do not change it.
    return moved.toZonedDateTime('UTC').epochMilliseconds + (epochMs - Math.floor(epochMs))
  }
}

function plainDateTimeAt(epochMs: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO('UTC').toPlainDateTime()
}

/**
 * Returns the range of another period, from the counterpart of the first bucket to that of the last. A bucket that the
 * range cuts is compared with the same part of its counterpart. Without a known grain both ends are moved; if they
 * coincide then, the range keeps its length.
 */
export function counterpartRange(range: ClosedRange, grain: string | null, move: TimeShifter): ClosedRange {
  const first = timeBucket(range.from, grain)
  const last = timeBucket(Math.max(range.from, range.to - 1), grain)
  const firstPartner = first && counterpartBucket(first, grain, move)
  const lastPartner = last && counterpartBucket(last, grain, move)
  if (!first || !last || !firstPartner || !lastPartner) return movedRange(range, move)
  const skipped = range.from - first.from
  const shown = range.to - last.from
  const from = Math.min(firstPartner.from + skipped, partnerOf(first.to, range, grain, move)?.from ?? Infinity)
  const end = range.to < last.to ? Math.min(lastPartner.from + shown, lastPartner.to) : lastPartner.to
  const to = Math.max(end, partnerOf(last.from - 1, range, grain, move)?.to ?? -Infinity)
  return { from: Math.min(from, firstPartner.to), to }
}

/**
 * Returns the counterpart of another bucket of the range: neighbors share one where an offset clamps to the end of a
 * month.
 */
function partnerOf(epochMs: number, range: ClosedRange, grain: string | null, move: TimeShifter) {
  const bucket = epochMs >= range.from && epochMs < range.to ? timeBucket(epochMs, grain) : undefined
  return bucket && counterpartBucket(bucket, grain, move)
}

function movedRange(range: ClosedRange, move: TimeShifter): ClosedRange {
  const [from, to] = [move(range.from), move(range.to)]
  return { from, to: to > from ? to : from + range.to - range.from }
}

/** Returns the bucket label of a cell, or the cell itself without a known grain. */
export function bucketKey(epochMs: number, grain: string | null): number {
  return timeBucket(epochMs, grain)?.label ?? epochMs
}

/** Returns the label of the counterpart of a cell's bucket, or the moved cell without a known grain. */
export function counterpartKey(epochMs: number, grain: string | null, move: TimeShifter): number {
  const bucket = timeBucket(epochMs, grain)
  return (bucket && counterpartBucket(bucket, grain, move)?.label) ?? move(epochMs)
}

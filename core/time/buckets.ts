import { ownValue } from '#core/rest/json.ts'
import { canonicalGrain, periodEnd, shiftedWeeks } from './grains.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
/** 1970-01-05, a Monday. */
const FIRST_MONDAY = 4 * DAY

/** A time bucket in epoch milliseconds of the column's clock; `to` is exclusive. */
export interface TimeBucket {
  readonly from: number
  readonly to: number
  /**
   * The value that the SQL of the grain returns: the start, or midnight of the last day for weeks labelled by their
   * end.
   */
  readonly label: number
}

const FIXED: Readonly<Record<string, number>> = {
  PT1S: 1000,
  PT5S: 5000,
  PT30S: 30_000,
  PT1M: 60_000,
  PT5M: 300_000,
  PT10M: 600_000,
  PT15M: 900_000,
  PT30M: 1_800_000,
  PT1H: 3_600_000,
  PT6H: 21_600_000,
  P1D: DAY,
}

const MONTHS: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 }

/** The first day of the week in days after Monday, and whether the week is labelled by its last day. */
const WEEKS: Readonly<Record<string, { readonly offset: number; readonly isNamedByEnd?: true }>> = {
  P1W: { offset: 0 },
  ...Object.fromEntries(shiftedWeeks.map(([code, weekStart]) => [code, { offset: weekStart - 1 }])),
  '1969-12-29T00:00:00Z/P1W': { offset: 0 },
  'P1W/1970-01-03T00:00:00Z': { offset: 6, isNamedByEnd: true },
  'P1W/1970-01-04T00:00:00Z': { offset: 0, isNamedByEnd: true },
}

/**
 * Returns the bucket that contains a timestamp in epoch milliseconds, by the same rule as the SQL of the grain. The
 * label lies in the bucket. Undefined for the original value and for grains with unknown buckets.
 */
export function timeBucket(epochMs: number, grain: string | null): TimeBucket | undefined {
  const code = grain === null ? '' : canonicalGrain(grain)
  const fixed = ownValue(FIXED, code)
  if (fixed !== undefined) return startingAt(floorTo(epochMs, fixed, 0), fixed)
  const months = ownValue(MONTHS, code)
  if (months !== undefined) return monthBucket(epochMs, months)
  const week = ownValue(WEEKS, code)
  if (!week) return undefined
  const from = floorTo(epochMs, WEEK, FIRST_MONDAY + week.offset * DAY)
  return { from, to: from + WEEK, label: week.isNamedByEnd ? from + 6 * DAY : from }
}

/**
 * Returns the bucket of a label, both ends in epoch milliseconds; undefined without a grain. Weeks are assumed to begin
 * at their label, so that weeks of any calendar are complete.
 */
export function labelledBucket(label: number, grain: string | null): TimeBucket | undefined {
  const code = grain === null ? '' : canonicalGrain(grain)
  if (ownValue(WEEKS, code)?.isNamedByEnd) return { from: label - 6 * DAY, to: label + DAY, label }
  const to = periodEnd(label, code)
  return to === undefined ? undefined : { from: label, to, label }
}

/** Returns the complete bucket that contains the shifted start of a bucket: its counterpart in a comparison. */
export function counterpartBucket(
  bucket: TimeBucket,
  grain: string | null,
  move: (epochMs: number) => number,
): TimeBucket | undefined {
  return timeBucket(move(bucket.from), grain)
}

function floorTo(epochMs: number, length: number, origin: number): number {
  return Math.floor((epochMs - origin) / length) * length + origin
}

function startingAt(from: number, length: number): TimeBucket {
  return { from, to: from + length, label: from }
}

function monthBucket(epochMs: number, months: number): TimeBucket {
  const date = new Date(epochMs)
  const first = date.getUTCFullYear() * 12 + Math.floor(date.getUTCMonth() / months) * months
  const from = monthStart(first)
  return { from, to: monthStart(first + months), label: from }
}

/** `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
function monthStart(month: number): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1)
}

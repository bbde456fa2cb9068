import { labelledBucket } from '#core/time/buckets.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const TEN_MINUTES = 600_000

/** The maximum number of ticks, and the time grain of the buckets. */
interface TickOptions {
  readonly most: number
  readonly grain: string | null
}

/**
 * Returns ticks at the labels of buckets from `first` to `last`, in epoch milliseconds. Few buckets all have a tick.
 * Weeks and ten-minute buckets, which do not divide the calendar evenly, have one at every n-th. Undefined if calendar
 * ticks match the buckets anyway, or if the buckets are unknown.
 */
export function bucketTicks(first: number, last: number, { most, grain }: TickOptions): number[] | undefined {
  const bucket = labelledBucket(first, grain)
  if (!bucket || !(last > first)) return undefined
  const length = bucket.to - bucket.from
  if (length > WEEK) return calendarTicks(first, last, most, grain)
  const count = Math.floor((last - first) / length) + 1
  if (count <= most) return evenly(first, last, length)
  // For other lengths, the even steps of `timeTicks` match the buckets.
  return length === WEEK || length === TEN_MINUTES ? evenly(first, last, length * Math.ceil(count / most)) : undefined
}

function calendarTicks(first: number, last: number, most: number, grain: string | null): number[] | undefined {
  const ticks: number[] = []
  for (let at = first; at <= last; at = labelledBucket(at, grain)?.to ?? Number.POSITIVE_INFINITY) {
    if (ticks.length === most) return undefined
    ticks.push(at)
  }
  return ticks
}

function evenly(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step)
}

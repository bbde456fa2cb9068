import { labelledBucket } from '#core/time/buckets.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const TEN_MINUTES = 600_000

/** How many ticks an axis may have, and the grain of its buckets. */
interface TickOptions {
  readonly most: number
  readonly grain: string | null
}

/**
 * Returns ticks that stand under the marks of buckets from `first` to `last`, the labels of two buckets in epoch
 * milliseconds: all buckets where they are few, every second, third ... one of weeks and of odd minutes, which the calendar
 * does not divide. Undefined where ticks of the calendar stand under marks anyway, or nothing is known of the buckets.
 */
export function bucketTicks(first: number, last: number, { most, grain }: TickOptions): number[] | undefined {
  const bucket = labelledBucket(first, grain)
  if (!bucket || !(last > first)) return undefined
  const length = bucket.to - bucket.from
  if (length > WEEK) return calendarTicks(first, last, most, grain)
  const count = Math.floor((last - first) / length) + 1
  if (count <= most) return evenly(first, last, length)
  // Other lengths are divided by the even steps of `timeTicks`.
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

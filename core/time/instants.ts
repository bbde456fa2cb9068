import { Temporal } from 'temporal-polyfill'

/**
 * Returns the first instant, in epoch milliseconds, at which the clocks of a zone show this wall-clock time or a later
 * one. `wallMs` is the wall-clock time counted as if in UTC. For a time that occurs twice, it is the first occurrence;
 * for a skipped time, the end of the gap.
 */
export function firstInstant(wallMs: number, zone: string): number {
  const wholeMs = Math.floor(wallMs)
  const wall = Temporal.Instant.fromEpochMilliseconds(wholeMs).toZonedDateTimeISO('UTC').toPlainDateTime()
  const zoned = wall.toZonedDateTime(zone)
  const isSkipped = !zoned.toPlainDateTime().equals(wall)
  const gap = isSkipped ? zoned.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') : null
  return gap ? gap.epochMilliseconds : zoned.epochMilliseconds + (wallMs - wholeMs)
}

/** Returns the wall-clock time of a zone at an instant, in epoch milliseconds counted as if in UTC. */
export function wallClock(epochMs: number, zone: string): number {
  const wholeMs = Math.floor(epochMs)
  const zoned = Temporal.Instant.fromEpochMilliseconds(wholeMs).toZonedDateTimeISO(zone)
  return wholeMs + zoned.offsetNanoseconds / 1_000_000 + (epochMs - wholeMs)
}

import { Temporal } from 'temporal-polyfill'
import { type Clock, type LocalDateTime, midnight } from './clock.ts'
import { isShorterThanDay, type TimeUnit } from './unit.ts'

/**
 * Returns an instant moved by whole units; negative moves into the past. Months, quarters and years clamp to the last day
 * of the resulting month. Hours, minutes and seconds are elapsed time in the clock's zone, so daylight saving changes
 * count. If the repeated hour would reverse the order, wall-clock time decides.
 */
export function addUnits(instant: LocalDateTime, n: number, unit: TimeUnit, clock: Clock): LocalDateTime {
  if (unit === 'quarter') return instant.add({ months: 3 * n })
  const wall = instant.add({ [`${unit}s`]: n })
  if (!isShorterThanDay(unit) || clock.zone === 'UTC') return wall
  const elapsed = instant
    .toZonedDateTime(clock.zone)
    .add({ [`${unit}s`]: n })
    .toPlainDateTime()
  return Math.sign(compareDateTimes(elapsed, instant)) === Math.sign(n) ? elapsed : wall
}

/** Returns a negative number if `a` is earlier than `b`, zero if they are equal. */
export function compareDateTimes(a: LocalDateTime, b: LocalDateTime): number {
  return Temporal.PlainDateTime.compare(a, b)
}

/** Returns the start of the unit that contains an instant; weeks, quarters and years follow the clock's calendar. */
export function truncateToUnit(instant: LocalDateTime, unit: TimeUnit, clock: Clock): LocalDateTime {
  if (isShorterThanDay(unit)) return instant.round({ smallestUnit: unit as 'hour', roundingMode: 'floor' })
  const day = midnight(instant)
  if (unit === 'day') return day
  if (unit === 'week') return day.subtract({ days: (day.dayOfWeek - clock.weekStart + 7) % 7 })
  const first = day.with({ day: 1 })
  if (unit === 'month') return first
  const since = (first.month - clock.fiscalYearStart + 12) % 12
  return first.subtract({ months: unit === 'year' ? since : since % 3 })
}

/** Returns midnight of the last day of the unit that contains an instant. */
export function lastDay(instant: LocalDateTime, unit: TimeUnit, clock: Clock): LocalDateTime {
  return addUnits(truncateToUnit(instant, unit, clock), 1, unit, clock).subtract({ days: 1 })
}

/** Prints an instant as `YYYY-MM-DDTHH:mm:ss`. */
export function printLocalDateTime(instant: LocalDateTime): string {
  return instant.toString({ smallestUnit: 'second' })
}

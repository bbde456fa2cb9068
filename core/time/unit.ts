/** A unit of the time-range language, in its written form. A quarter is three months. */
export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

/** The units from the shortest to the longest. */
export const timeUnits: readonly TimeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']

const UNITS_BELOW_DAY = new Set<TimeUnit>(['second', 'minute', 'hour'])

/** True if the unit is shorter than a day and therefore counted in elapsed time, not in calendar time. */
export function isShorterThanDay(unit: TimeUnit): boolean {
  return UNITS_BELOW_DAY.has(unit)
}

/** Reads a unit, singular or plural, ignoring case. */
export function readUnit(word: string): TimeUnit | undefined {
  const lower = word.toLowerCase()
  return timeUnits.find((unit) => lower === unit || lower === `${unit}s`)
}

/** Prints `1 day`, `2 days`. */
export function countUnits(n: number, unit: TimeUnit): string {
  return `${n} ${unit}${Math.abs(n) === 1 ? '' : 's'}`
}

import type { Comparison } from './columns.ts'

/** One value per period in ascending order; null if missing. */
export type Periods = readonly (number | null)[]

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/**
 * Returns the period index for a lag: back from the last period, or from the first if negative; -1 if there is none.
 */
export function laggedIndex(lag: number, periods: number): number {
  if (Math.abs(lag) >= periods) return -1
  return lag < 0 ? -lag - 1 : periods - 1 - lag
}

/**
 * Compares the last period with the one at `lag`. `value` is the value at `lag`, `diff` is last minus that value,
 * `perc` is last divided by it, and `perc_change` is `perc` minus one. Null if a value is missing, the divisor is zero
 * or the lag is out of range.
 */
export function compareWithLag(values: Periods, lag: number, comparison: Comparison): number | null {
  const then = values[laggedIndex(lag, values.length)] ?? null
  if (comparison === 'value' || then === null) return then
  const last = values.at(-1) ?? null
  if (last === null) return null
  if (comparison === 'diff') return finite(last - then)
  if (then === 0) return null
  return finite(comparison === 'perc' ? last / then : last / then - 1)
}

/**
 * Returns the share of each row in the sum of all rows in the last period. Rows without a value have no share and add
 * nothing; if the sum is zero, no row has a share.
 */
export function contributions(rows: readonly Periods[]): (number | null)[] {
  const last = rows.map((values) => values.at(-1) ?? null)
  const sum = last.reduce<number>((total, value) => total + (value ?? 0), 0)
  return last.map((value) => (value === null || sum === 0 ? null : finite(value / sum)))
}

/**
 * Returns the mean of the last `lag` periods, or of all if it is 0; a negative `lag` skips that many of the first
 * periods. Periods without a value do not count. Null if there are no values.
 */
export function average(values: Periods, lag: number): number | null {
  const start = lag > 0 ? Math.max(0, values.length - lag) : -lag
  const present = values.slice(start).filter((value) => value !== null)
  if (present.length === 0) return null
  return finite(present.reduce((sum, value) => sum + value, 0) / present.length)
}

/**
 * Returns the points of a sparkline, one per period. With a ratio, each is divided by the value that many periods
 * earlier. It is null if either is missing or the divisor is zero, and thus for the first `ratio` periods.
 */
export function sparkPoints(values: Periods, ratio: number): (number | null)[] {
  if (ratio === 0) return [...values]
  return values.map((value, at) => {
    const before = values[at - ratio] ?? null
    return value === null || before === null || before === 0 ? null : finite(value / before)
  })
}

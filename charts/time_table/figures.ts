import type { Comparison } from './columns.ts'

/** One value per period, the first period first; null where there is none. */
export type Periods = readonly (number | null)[]

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** The place a lag points at: back from the last period, or from the first where negative; -1 is none. */
export function laggedPlace(lag: number, periods: number): number {
  if (Math.abs(lag) >= periods) return -1
  return lag < 0 ? -lag - 1 : periods - 1 - lag
}

/**
 * The last period beside the one `lag` points at. `value` is that one's value, `diff` last minus it, `perc` last divided
 * by it, `perc_change` that less one. Null where a value that is needed is missing, the divisor is zero or the lag points
 * beyond the periods.
 */
export function compared(values: Periods, lag: number, comparison: Comparison): number | null {
  const then = values[laggedPlace(lag, values.length)] ?? null
  if (comparison === 'value' || then === null) return then
  const last = values.at(-1) ?? null
  if (last === null) return null
  if (comparison === 'diff') return finite(last - then)
  if (then === 0) return null
  return finite(comparison === 'perc' ? last / then : last / then - 1)
}

/**
 * The share each row has in the sum of all rows in the last period. Rows without a value there have no share and add
 * nothing; where the sum is zero no row has one.
 */
export function contributions(rows: readonly Periods[]): (number | null)[] {
  const last = rows.map((values) => values.at(-1) ?? null)
  const sum = last.reduce<number>((total, value) => total + (value ?? 0), 0)
  return last.map((value) => (value === null || sum === 0 ? null : finite(value / sum)))
}

/**
 * The mean of the values in the last `lag` periods, of all of them where it is 0; a negative one leaves out so many of
 * the first. Periods without a value count neither as zero nor at all. Null without any.
 */
export function average(values: Periods, lag: number): number | null {
  const start = lag > 0 ? Math.max(0, values.length - lag) : -lag
  const present = values.slice(start).filter((value) => value !== null)
  if (present.length === 0) return null
  return finite(present.reduce((sum, value) => sum + value, 0) / present.length)
}

/**
 * The points of a sparkline, one per period. With a ratio each is divided by the one so many periods before; it is null
 * where either is missing or the divisor is zero, which it is for the first `ratio` periods.
 */
export function sparkPoints(values: Periods, ratio: number): (number | null)[] {
  if (ratio === 0) return [...values]
  return values.map((value, at) => {
    const before = values[at - ratio] ?? null
    return value === null || before === null || before === 0 ? null : finite(value / before)
  })
}

import { quantileOf } from './quantile.ts'

/** Aggregates the values of a window; the first `count` elements are the values of the window without missing ones. */
export type WindowStatistic = (values: Float64Array, count: number) => number

/** Windows of `width` rows that end at each row, or are centered on it if `center`; both are truncated at the ends. */
export interface Windows {
  readonly width: number
  readonly center: boolean
  /** Minimum number of observations in a window; with fewer its result is missing. */
  readonly least: number
}

/** Returns how many rows after its own a window includes. */
function aheadOf({ width, center }: Windows): number {
  return center ? Math.floor((width - 1) / 2) : 0
}

/** Computes a statistic of every window separately. */
export function computeOverWindows(values: Float64Array, windows: Windows, statistic: WindowStatistic): Float64Array {
  const result = new Float64Array(values.length).fill(Number.NaN)
  const seen = new Float64Array(Math.min(windows.width, values.length))
  const ahead = aheadOf(windows)
  for (let row = 0; row < values.length; row++) {
    const to = Math.min(values.length, row + ahead + 1)
    let count = 0
    for (let at = Math.max(0, row + ahead - windows.width + 1); at < to; at++) {
      const value = values[at] as number
      if (!Number.isFinite(value)) continue
      seen[count] = value
      count += 1
    }
    if (count >= windows.least) result[row] = statistic(seen, count)
  }
  return result
}

/**
 * Returns the sum and the number of observations of every window. Each sum adds the end of one block of `width` rows
 * and the beginning of the next. Nothing is subtracted, and the cost does not grow with the width.
 */
export function windowSums(values: Float64Array, windows: Windows): { sums: Float64Array; counts: Float64Array } {
  const known = values.map((value) => (Number.isFinite(value) ? 1 : 0))
  const present = values.map((value) => (Number.isFinite(value) ? value : 0))
  return { sums: blockSums(present, windows), counts: blockSums(known, windows) }
}

function blockSums(values: Float64Array, windows: Windows): Float64Array {
  const { length } = values
  const width = Math.min(windows.width, Math.max(1, length))
  const heads = new Float64Array(length)
  const tails = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    heads[row] = (values[row] as number) + (row % width === 0 ? 0 : (heads[row - 1] as number))
    const back = length - 1 - row
    const last = back === length - 1 || (back + 1) % width === 0
    tails[back] = (values[back] as number) + (last ? 0 : (tails[back + 1] as number))
  }
  const ahead = aheadOf(windows)
  const result = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    const from = Math.max(0, row + ahead - windows.width + 1)
    const last = Math.min(length, row + ahead + 1) - 1
    const isSplit = Math.floor(from / width) !== Math.floor(last / width)
    if (isSplit) result[row] = (tails[from] as number) + (heads[last] as number)
    else result[row] = from % width === 0 ? (heads[last] as number) : plainSum(values, from, last + 1)
  }
  return result
}

function plainSum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let at = from; at < to; at++) total += values[at] as number
  return total
}

function centralMoments(values: Float64Array, count: number): { mean: number; m2: number; m3: number; m4: number } {
  const mean = plainSum(values, 0, count) / count
  let m2 = 0
  let m3 = 0
  let m4 = 0
  for (let index = 0; index < count; index++) {
    const off = (values[index] as number) - mean
    const square = off * off
    m2 += square
    m3 += square * off
    m4 += square * square
  }
  return { mean, m2, m3, m4 }
}

/** The sample variance: divided by one less than the number of values. */
export const sampleVariance: WindowStatistic = (values, count) => {
  if (count < 2) return Number.NaN
  const mean = plainSum(values, 0, count) / count
  let squares = 0
  for (let at = 0; at < count; at++) {
    const off = (values[at] as number) - mean
    squares += off * off
  }
  return squares / (count - 1)
}

/** The sample skewness, with bias correction; 0 if all values are equal. */
export const skewness: WindowStatistic = (values, n) => {
  if (n < 3) return Number.NaN
  const { m2, m3 } = centralMoments(values, n)
  if (m2 === 0) return 0
  return ((m3 / n / (m2 / n) ** 1.5) * Math.sqrt(n * (n - 1))) / (n - 2)
}

/** The sample excess kurtosis, with bias correction; -3 if all values are equal. */
export const kurtosis: WindowStatistic = (values, n) => {
  if (n < 4) return Number.NaN
  const { m2, m4 } = centralMoments(values, n)
  if (m2 === 0) return -3
  const excess = (n * (n + 1) * (n - 1) * m4) / ((n - 2) * (n - 3) * m2 ** 2)
  return excess - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3))
}

/** Returns the statistic for the quantile at `part` of the window. */
export const windowQuantile =
  (part: number, interpolation: 'linear' | 'lower' | 'higher' | 'midpoint' | 'nearest' = 'linear'): WindowStatistic =>
  (values, count) => {
    const sorted = values.slice(0, count).toSorted()
    const rank = part * (count - 1)
    if (interpolation === 'lower') return sorted[Math.floor(rank)] as number
    if (interpolation === 'higher') return sorted[Math.ceil(rank)] as number
    if (interpolation === 'nearest') return sorted[Math.round(rank)] as number
    return quantileOf(sorted, part, interpolation)
  }

/** Maximum number of bins of a histogram. */
export const MAX_BINS = 1000

/**
 * Requests row counts in bins of equal width instead of rows. `column` and `by` are labels of the columns of the query.
 * All groups have the same bins: they divide the range of `column` over all rows.
 */
export interface ValueBins {
  readonly column: string
  readonly by: readonly string[]
  readonly bins: number
}

/** Result columns besides those of the groups: the bin from 0, its row count, and the range of the values. */
export const BIN_COLUMNS = { bin: '__bin', rows: '__bin_rows', low: '__bin_low', high: '__bin_high' } as const

/** Returns the range that the bins divide; if all values are equal, they lie in the middle of a range around them. */
export function binRange(low: number, high: number): readonly [low: number, high: number] {
  if (low !== high) return [low, high]
  const half = Math.max(0.5, Math.abs(low) * 2 ** -50)
  return [low - half, high + half]
}

/** Returns the edge at this index; edge 0 is the start of the first bin. */
export function binEdge([low, high]: readonly [low: number, high: number], bins: number, at: number): number {
  return at === bins ? high : low + at * ((high - low) / bins)
}

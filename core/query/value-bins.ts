/** The most bins of a histogram. */
export const MAX_BINS = 1000

/**
 * Asks for counts of rows in bins of equal width in place of the rows. `column` and `by` are labels of the columns of the
 * query. The bins of all groups are the same: they divide the range of `column` over all rows.
 */
export interface ValueBins {
  readonly column: string
  readonly by: readonly string[]
  readonly bins: number
}

/** Columns of the result beside those of the groups: the bin from 0, its rows, and the range of the values. */
export const BIN_COLUMNS = { bin: '__bin', rows: '__bin_rows', low: '__bin_low', high: '__bin_high' } as const

/** The range that bins divide: values that are all equal lie in the middle of a range around them. */
export function binRange(low: number, high: number): readonly [low: number, high: number] {
  if (low !== high) return [low, high]
  const half = Math.max(0.5, Math.abs(low) * 2 ** -50)
  return [low - half, high + half]
}

/** The edge at this place of so many bins; edge 0 is the start of the first bin. */
export function binEdge([low, high]: readonly [low: number, high: number], bins: number, at: number): number {
  return at === bins ? high : low + at * ((high - low) / bins)
}

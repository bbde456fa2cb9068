/** How a fractional rank is resolved between its two neighbors: linearly, or by their midpoint. */
export type Interpolation = 'linear' | 'midpoint'

/**
 * Returns the quantile at `part` (0 to 1) of the ascending `sorted`, over its first `count` values. NaN without values.
 */
export function quantileOf(
  sorted: Float64Array,
  part: number,
  interpolation: Interpolation = 'linear',
  count: number = sorted.length,
): number {
  if (count === 0) return Number.NaN
  const rank = part * (count - 1)
  const below = Math.floor(rank)
  const low = sorted[below] as number
  const high = sorted[Math.ceil(rank)] as number
  if (low === high) return low
  return interpolation === 'midpoint' ? (low + high) / 2 : low + (high - low) * (rank - below)
}

/** Returns the numbers that are not missing, ascending. */
export function sortedPresent(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).toSorted()
}

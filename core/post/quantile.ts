/** What stands between two neighbours when a rank is fractional: a part of the way, or the middle. */
export type Interpolation = 'linear' | 'midpoint'

/**
 * The value at `part` (0 to 1) of the way through ascending `sorted`, over the first `count` of them. NaN without values.
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

/** The numbers that are not missing, ascending. */
export function sortedPresent(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).toSorted()
}

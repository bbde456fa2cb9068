/**
 * Returns the intervals of the axis in order: the end of each from 0 to 1, and the index of its color in the scheme.
 */
export function intervalsOf(
  { bounds, indices }: { readonly bounds: readonly number[]; readonly indices: readonly number[] },
  { min, max }: { readonly min: number; readonly max: number },
): readonly { readonly end: number; readonly color: number }[] {
  if (!(max > min)) return []
  const ends = bounds.filter((bound) => bound > min).toSorted((a, b) => a - b)
  return ends.map((bound, at) => ({
    end: Math.min(1, (bound - min) / (max - min)),
    color: Math.max(0, Math.trunc(indices[at] ?? at + 1) - 1),
  }))
}

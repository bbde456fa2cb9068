/** Stretches of an axis from its beginning: where each ends, 0 to 1, and the place of its colour in the scheme from 0. */
export function stretchesOf(
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

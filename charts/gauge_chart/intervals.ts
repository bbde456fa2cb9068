/** The numbers in a text with commas; none of an empty one, undefined where something else stands there. */
export function numbersIn(text: unknown): readonly number[] | undefined {
  const parts = String(text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const numbers = parts.map(Number)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

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

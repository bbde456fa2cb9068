/** The drawn lines from `from` (inclusive) to `to` (exclusive), and the px before and after them. */
export interface HeaderSpan {
  readonly from: number
  readonly to: number
  readonly before: number
  readonly behind: number
}

/** Returns the start of each line in px; the last entry is the end of all. */
export function offsetsOf(sizes: readonly number[]): Float64Array {
  const offsets = new Float64Array(sizes.length + 1)
  for (const [at, size] of sizes.entries()) offsets[at + 1] = (offsets[at] ?? 0) + size
  return offsets
}

/** Returns the lines visible from `start` to `start + view` px, and `spare` more on both sides. */
export function spanOf(offsets: Float64Array, start: number, view: number, spare: number): HeaderSpan {
  const count = offsets.length - 1
  const from = Math.max(0, lineAt(offsets, start) - spare)
  const to = Math.min(count, lineAt(offsets, start + view) + 1 + spare)
  const end = offsets[count] ?? 0
  return { from, to, before: offsets[from] ?? 0, behind: end - (offsets[to] ?? end) }
}

/** Returns the last line that starts at or before a position. */
function lineAt(offsets: Float64Array, position: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

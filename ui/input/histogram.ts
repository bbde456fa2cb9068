/** A bar: its height relative to the tallest one, and whether its center is in the selected range. */
export interface BinShare {
  /** The center, in the unit of the range. */
  readonly middle: number
  readonly share: number
  readonly isIn: boolean
}

/** Returns the bars behind a range. Bins have equal width from `min` to `max`; the range includes both ends. */
export function binShares(
  counts: readonly number[],
  min: number,
  max: number,
  range: readonly [number, number],
): readonly BinShare[] {
  const most = Math.max(1, ...counts)
  const width = (max - min) / counts.length
  return counts.map((count, index) => {
    const middle = min + (index + 0.5) * width
    return {
      middle,
      share: count <= 0 ? 0 : Math.max(count / most, 0.03),
      isIn: middle >= range[0] && middle <= range[1],
    }
  })
}

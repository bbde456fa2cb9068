/** One bar: its height as a share of the tallest, and whether its middle lies in the chosen range. */
export interface BinShare {
  /** Its middle, in the unit of the range. */
  readonly middle: number
  readonly share: number
  readonly isIn: boolean
}

/** The bars behind a range. Bins are of equal width from `min` to `max`; the range includes both ends. */
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

/** Range selection on the horizontal axis. Ranges are pairs of indexes into `places`. */
export interface Brush {
  /** The axis positions in ascending order: epoch milliseconds, or category indexes. */
  readonly positions: readonly number[]
  /** The first and last index of the selected range. */
  readonly shown: readonly [number, number] | undefined
  /** Returns the label of an end of the range. */
  readonly nameOf: (index: number) => string
  /** Called with the selected range, both ends inclusive. `isCompared`: Shift requests the period before as well. */
  readonly onBrush: (first: number, last: number, isCompared?: true) => void
  /** Clears the selected range. */
  readonly onClear: () => void
}

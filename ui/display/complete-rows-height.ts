export interface RowsLayout {
  readonly count: number
  readonly height: number
  /** The height of the header, footer and scroll bar. */
  readonly chromeHeight: number
}

/** Returns the number of completely visible rows in a height in px. */
export function visibleRows(height: number, { count, height: rowHeight, chromeHeight }: RowsLayout): number {
  return Math.min(count, Math.max(0, Math.floor((height - chromeHeight) / rowHeight)))
}

/** Returns the height at which the last visible row is complete; the full height if all rows fit or none does. */
export function completeRowsHeight(height: number, rows: RowsLayout): number {
  const visibleCount = visibleRows(height, rows)
  return visibleCount === 0 || visibleCount === rows.count ? height : rows.chromeHeight + visibleCount * rows.height
}

export interface Rows {
  readonly count: number
  readonly height: number
  /** The height of the header, footer and scroll bar. */
  readonly beside: number
}

/** Returns the number of completely visible rows in a height in px. */
export function visibleRows(height: number, { count, height: rowHeight, beside }: Rows): number {
  return Math.min(count, Math.max(0, Math.floor((height - beside) / rowHeight)))
}

/** Returns the height at which the last visible row is complete; the full height if all rows fit or none does. */
export function wholeRows(height: number, rows: Rows): number {
  const inSight = visibleRows(height, rows)
  return inSight === 0 || inSight === rows.count ? height : rows.beside + inSight * rows.height
}

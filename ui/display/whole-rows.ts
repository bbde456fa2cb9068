export interface Rows {
  readonly count: number
  readonly height: number
  /** The head, the foot and the scroll bar beside them. */
  readonly beside: number
}

/** How many whole rows are in sight in so many px. */
export function visibleRows(height: number, { count, height: rowHeight, beside }: Rows): number {
  return Math.min(count, Math.max(0, Math.floor((height - beside) / rowHeight)))
}

/** The height at which the last row in sight is whole; all of it where every row fits, or none does. */
export function wholeRows(height: number, rows: Rows): number {
  const inSight = visibleRows(height, rows)
  return inSight === 0 || inSight === rows.count ? height : rows.beside + inSight * rows.height
}

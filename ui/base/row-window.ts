/** The rows to render: from `first` (inclusive) to `end` (exclusive), with the first one `top` px below the start. */
export interface RowWindow {
  readonly first: number
  readonly end: number
  readonly top: number
  readonly height: number
}

/**
 * Returns which of `count` rows of `rowHeight` px are visible in `viewHeight` px at `scrollTop`, with `spare` more on
 * both sides.
 */
export function rowWindow(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
  spare = 6,
): RowWindow {
  const lastTop = Math.max(0, count * rowHeight - viewHeight)
  const at = Math.min(Math.max(0, scrollTop), lastTop)
  const first = Math.max(0, Math.floor(at / rowHeight) - spare)
  const end = Math.min(count, Math.ceil((at + viewHeight) / rowHeight) + spare)
  return { first, end, top: first * rowHeight, height: count * rowHeight }
}

/** Returns the scroll position that shows row `index` completely with the least movement. */
export function scrollToRow(scrollTop: number, viewHeight: number, rowHeight: number, index: number): number {
  const top = index * rowHeight
  if (top < scrollTop) return top
  return Math.max(scrollTop, top + rowHeight - viewHeight)
}

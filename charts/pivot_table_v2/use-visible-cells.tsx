import { type RefObject, useMemo, useState } from 'react'
import { offsetsOf, type HeaderSpan, spanOf } from './header-span.ts'

/** Sizes of the drawn table, in px. */
export interface Measures {
  readonly rowHeight: number
  readonly rowCount: number
  readonly columns: readonly number[]
  /** The size of the sticky header and of the sticky row labels. */
  readonly top: number
  readonly left: number
  readonly height: number
  readonly width: number
}

const SPARE_ROWS = 10
const SPARE_COLUMNS = 3

/** Returns the rows and columns to draw: those in the visible part of the scroll container, and some around them. */
export function useVisibleCells(box: RefObject<HTMLElement | null>, measures: Measures) {
  const { rowHeight, rowCount, columns, top, left, height, width } = measures
  const [scrollPosition, setScrollPosition] = useState({ top: 0, left: 0 })
  const rowOffsets = useMemo(() => offsetsOf(Array.from({ length: rowCount }, () => rowHeight)), [rowCount, rowHeight])
  const columnOffsets = useMemo(() => offsetsOf(columns), [columns])
  const drawn = (at: typeof scrollPosition) => ({
    rows: spanOf(rowOffsets, at.top, Math.max(0, height - top), SPARE_ROWS),
    across: spanOf(columnOffsets, at.left, Math.max(0, width - left), SPARE_COLUMNS),
  })
  const now = drawn(scrollPosition)
  const onScroll = () => {
    const next = { top: box.current?.scrollTop ?? 0, left: box.current?.scrollLeft ?? 0 }
    const seen = drawn(next)
    if (!isSameLines(now.rows, seen.rows) || !isSameLines(now.across, seen.across)) setScrollPosition(next)
  }
  /** Scrolls by the minimum that shows a row and a column; negative ones are labels, which are always visible. */
  const reveal = (row: number, column: number) => {
    const { current } = box
    if (!current) return
    const scroll = (at: number, offsets: Float64Array, from: number, view: number): number => {
      const [start, end] = [offsets[at], offsets[at + 1]]
      return start === undefined || end === undefined ? from : scrollToReveal(from, view, [start, end])
    }
    current.scrollTo({
      top: scroll(row, rowOffsets, current.scrollTop, current.clientHeight - top),
      left: scroll(column, columnOffsets, current.scrollLeft, current.clientWidth - left),
    })
  }
  return { ...now, onScroll, reveal }
}

function isSameLines(a: HeaderSpan, b: HeaderSpan): boolean {
  return a.from === b.from && a.to === b.to
}

function scrollToReveal(at: number, view: number, [start, end]: readonly [number, number]): number {
  return start < at ? start : Math.max(at, end - view)
}

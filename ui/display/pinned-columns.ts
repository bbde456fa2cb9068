import type { CSSProperties } from 'react'
import type { GridColumn } from './grid-column.ts'

/**
 * The offsets of pinned columns from their edge, in px. Columns pinned to the start come first, those to the end last.
 */
export interface Pins {
  readonly start: readonly number[]
  /** From the last column backwards. */
  readonly end: readonly number[]
  /** The px covered at each edge. */
  readonly startWidth: number
  readonly endWidth: number
}

/** The maximum share of the width for pinned columns, so that there is room to scroll. */
const MAX_PINNED_SHARE = 0.7

const noPins: Pins = { start: [], end: [], startWidth: 0, endWidth: 0 }

function fitPinnedWidths(widths: readonly number[], room: number): { readonly at: number[]; readonly width: number } {
  const at: number[] = []
  let width = 0
  for (const each of widths) {
    if (width + each > room) break
    at.push(width)
    width += each
  }
  return { at, width }
}

/** Returns the pinned columns; none if all columns fit without scrolling. */
export function pinsOf(columns: readonly GridColumn[], widths: readonly number[], available: number): Pins {
  const all = widths.reduce((sum, each) => sum + each, 0)
  if (all <= available || available <= 0) return noPins
  const first = columns.findIndex(({ pin }) => pin !== 'start')
  const last = columns.findLastIndex(({ pin }) => pin !== 'end')
  const start = fitPinnedWidths(widths.slice(0, Math.max(0, first)), available * MAX_PINNED_SHARE)
  const end = fitPinnedWidths(widths.slice(last + 1).toReversed(), available * MAX_PINNED_SHARE - start.width)
  return { start: start.at, end: end.at, startWidth: start.width, endWidth: end.width }
}

export const isPinned = ({ start, end }: Pins, index: number, count: number): boolean =>
  index < start.length || index >= count - end.length

/** Returns the edge of which this is the innermost pinned column, for the separator line. */
export function pinnedEdge({ start, end }: Pins, index: number, count: number): 'start' | 'end' | undefined {
  if (start.length > 0 && index === start.length - 1) return 'start'
  return end.length > 0 && index === count - end.length ? 'end' : undefined
}

/** Returns the columns to render: the visible and the pinned ones. */
export function withPinnedColumns(seen: readonly number[], { start, end }: Pins, count: number): number[] {
  const pinned = [...start.keys(), ...end.map((_, at) => count - 1 - at)]
  return [...new Set([...seen, ...pinned])].toSorted((a, b) => a - b)
}

/** Returns the position of a cell: in the scrolling content, or at its edge. */
export function cellOffset(
  { start, end }: Pins,
  index: number,
  count: number,
  laid: { readonly start: number; readonly size: number },
): CSSProperties {
  const width = laid.size
  const left = start[index]
  if (left !== undefined) return { left, width }
  const right = end[count - 1 - index]
  if (right === undefined) return { left: laid.start, width }
  // An auto margin pushes the columns pinned to the end there.
  return { right, width, ...(index === count - end.length ? { marginInlineStart: 'auto' } : {}) }
}

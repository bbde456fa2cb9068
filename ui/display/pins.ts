import type { CSSProperties } from 'react'
import type { GridColumn } from './grid-column.ts'

/** Columns that stay at an edge: how far from it each is, in px. Those of the start stand first, those of the end last. */
export interface Pins {
  readonly start: readonly number[]
  /** From the last column back. */
  readonly end: readonly number[]
  /** px that they cover at each edge. */
  readonly startWidth: number
  readonly endWidth: number
}

/** What is pinned takes at most this share of the room: there is always something left that scrolls. */
const MAX_PINNED_SHARE = 0.7

const none: Pins = { start: [], end: [], startWidth: 0, endWidth: 0 }

function stacked(widths: readonly number[], room: number): { readonly at: number[]; readonly width: number } {
  const at: number[] = []
  let width = 0
  for (const each of widths) {
    if (width + each > room) break
    at.push(width)
    width += each
  }
  return { at, width }
}

/** What stays where columns scroll; nothing while all of them are in sight. */
export function pinsOf(columns: readonly GridColumn[], widths: readonly number[], available: number): Pins {
  const all = widths.reduce((sum, each) => sum + each, 0)
  if (all <= available || available <= 0) return none
  const first = columns.findIndex(({ pin }) => pin !== 'start')
  const last = columns.findLastIndex(({ pin }) => pin !== 'end')
  const start = stacked(widths.slice(0, Math.max(0, first)), available * MAX_PINNED_SHARE)
  const end = stacked(widths.slice(last + 1).toReversed(), available * MAX_PINNED_SHARE - start.width)
  return { start: start.at, end: end.at, startWidth: start.width, endWidth: end.width }
}

/** Whether a column stays at an edge. */
export const isPinned = ({ start, end }: Pins, index: number, count: number): boolean =>
  index < start.length || index >= count - end.length

/** The edge whose last pinned column this is: a line parts it from those that scroll. */
export function edgeAt({ start, end }: Pins, index: number, count: number): 'start' | 'end' | undefined {
  if (start.length > 0 && index === start.length - 1) return 'start'
  return end.length > 0 && index === count - end.length ? 'end' : undefined
}

/** The columns that are drawn: those in sight, and those that stay. */
export function withPinned(seen: readonly number[], { start, end }: Pins, count: number): number[] {
  const pinned = [...start.keys(), ...end.map((_, at) => count - 1 - at)]
  return [...new Set([...seen, ...pinned])].toSorted((a, b) => a - b)
}

/** Where a cell stands: at its place among those that scroll, or at its edge. */
export function cellPlace(
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
  // The first of the end pushes itself there, and the others with it.
  return { right, width, ...(index === count - end.length ? { marginInlineStart: 'auto' } : {}) }
}

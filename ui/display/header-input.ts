import type { WindowPoint } from '#ui/base/menu-point.ts'

/** The user actions on the headers of a grid. */
export interface HeaderInput {
  /** Called to open the menu of a header. */
  readonly onMenu: (column: number, at: WindowPoint) => void
  /** Called with a new column width in px; null resets it. */
  readonly onResize: (column: number, width: number | null) => void
  /** Called when a column moves to the position of another one. */
  readonly onMove?: ((from: number, to: number) => void) | undefined
  /** Returns whether a column may move to a position. */
  readonly mayMove: (from: number, to: number) => boolean
}

/** The width change per key press, in px. */
const WIDTH_STEP = 16
const NARROWEST = 40
const WIDEST = 2000

export const clampedWidth = (width: number): number => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)))

/** The action of a key on a header. */
export type HeaderKey =
  | { readonly kind: 'menu' }
  | { readonly kind: 'size'; readonly by: number }
  | { readonly kind: 'move'; readonly by: 1 | -1 }

interface PressedHeader {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Alt with left or right moves the column, Shift with left or right resizes it, Alt with down opens its menu. */
export function headerKeyAction({ key, altKey, shiftKey }: PressedHeader): HeaderKey | undefined {
  if (altKey && key === 'ArrowDown') return { kind: 'menu' }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const by = key === 'ArrowRight' ? 1 : -1
  if (altKey) return { kind: 'move', by }
  return shiftKey ? { kind: 'size', by: by * WIDTH_STEP } : undefined
}

/** The start and end of a header in the window, in px. */
export interface HeaderCellBounds {
  readonly column: number
  readonly left: number
  readonly right: number
}

/**
 * Returns the position that a dragged header would take at `x`, and the header edge that indicates it. Returns undefined
 * if the header would stay where it is, or may not move there.
 */
export function dropAt(
  from: number,
  x: number,
  boxes: readonly HeaderCellBounds[],
  mayMove: HeaderInput['mayMove'],
): { readonly to: number; readonly side: 'before' | 'after' } | undefined {
  const under = boxes.find(({ left, right }) => x >= left && x < right)
  if (!under || under.column === from || !mayMove(from, under.column)) return undefined
  return { to: under.column, side: under.column < from ? 'before' : 'after' }
}

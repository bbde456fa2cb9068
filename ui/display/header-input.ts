import type { WindowPoint } from '#ui/base/menu-point.ts'

/** What a person may do with the heads of a grid. */
export interface HeaderInput {
  /** The menu of a head is asked for. */
  readonly onMenu: (column: number, at: WindowPoint) => void
  /** A column is this wide now, in px; null has it as wide as it was made. */
  readonly onResize: (column: number, width: number | null) => void
  /** A column stands where another one stood. */
  readonly onMove?: ((from: number, to: number) => void) | undefined
  /** Whether it may. */
  readonly mayMove: (from: number, to: number) => boolean
}

/** px of one press of a key. */
const WIDTH_STEP = 16
const NARROWEST = 40
const WIDEST = 2000

export const clampedWidth = (width: number): number => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)))

/** What a key on a head asks for. */
export type HeadKey =
  | { readonly kind: 'menu' }
  | { readonly kind: 'size'; readonly by: number }
  | { readonly kind: 'move'; readonly by: 1 | -1 }

interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Alt and an arrow move the column, Shift and an arrow make it wider or narrower, Alt and the arrow down open its menu. */
export function headKey({ key, altKey, shiftKey }: Pressed): HeadKey | undefined {
  if (altKey && key === 'ArrowDown') return { kind: 'menu' }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const by = key === 'ArrowRight' ? 1 : -1
  if (altKey) return { kind: 'move', by }
  return shiftKey ? { kind: 'size', by: by * WIDTH_STEP } : undefined
}

/** A head as it is laid out: where it begins and ends in the window, in px. */
export interface HeadBox {
  readonly column: number
  readonly left: number
  readonly right: number
}

/**
 * The place a dragged head would take at `x`, and the side of which head shows it; undefined where it would stay or may
 * not stand.
 */
export function dropAt(
  from: number,
  x: number,
  boxes: readonly HeadBox[],
  mayMove: HeaderInput['mayMove'],
): { readonly to: number; readonly side: 'before' | 'after' } | undefined {
  const under = boxes.find(({ left, right }) => x >= left && x < right)
  if (!under || under.column === from || !mayMove(from, under.column)) return undefined
  return { to: under.column, side: under.column < from ? 'before' : 'after' }
}

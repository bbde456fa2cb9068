/** Where the popover of a control stands beside it. */
export type ControlPlacement = 'right top' | 'right' | 'right bottom'

/** Shares of the window's height above which a popover opens downwards, and below which upwards. */
const UPPER = 0.35
const LOWER = 0.65

/**
 * The placement for a control whose upper edge stands at `top` of a window `height` pixels high: level with its top in
 * the upper 35 %, with its bottom in the lower 35 %, else in the middle; exactly 35 % and 65 % are the middle.
 */
export function placementFor(top: number, height: number): ControlPlacement {
  if (top < height * UPPER) return 'right top'
  return top > height * LOWER ? 'right bottom' : 'right'
}

/** The position of a control's popover next to it. */
export type ControlPlacement = 'right top' | 'right' | 'right bottom'

/** Shares of the window height: above the first one a popover opens downwards, below the second one upwards. */
const UPPER = 0.35
const LOWER = 0.65

/**
 * Returns the placement for a control with its top at `top` px in a window of `height` px. In the upper 35 % the
 * popover is aligned with the control's top, in the lower 35 % with its bottom, otherwise centered; exactly 35 % and 65
 * % are centered.
 */
export function placementFor(top: number, height: number): ControlPlacement {
  if (top < height * UPPER) return 'right top'
  return top > height * LOWER ? 'right bottom' : 'right'
}

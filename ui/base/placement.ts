/** Where a floating part stands by its owner; it flips where there is no room. */
export type Placement =
  | 'bottom start'
  | 'bottom'
  | 'bottom end'
  | 'top start'
  | 'top'
  | 'top end'
  | 'left'
  | 'left top'
  | 'right'
  | 'right top'
  | 'right bottom'

/** A phone has no room beside anything. */
export const placementOn = (isNarrow: boolean, placement: Placement): Placement =>
  isNarrow && /^(left|right)/.test(placement) ? 'bottom' : placement

/** The position of a floating element relative to its trigger; it flips if there is no room. */
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

/** Returns the placement for the screen width: phones have no room on the sides. */
export const responsivePlacement = (isNarrow: boolean, placement: Placement): Placement =>
  isNarrow && /^(left|right)/.test(placement) ? 'bottom' : placement

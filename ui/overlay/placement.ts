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

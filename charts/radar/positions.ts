/** Where a value may stand beside its point. */
export const labelPositions = [
  'top',
  'left',
  'right',
  'bottom',
  'inside',
  'insideLeft',
  'insideRight',
  'insideTop',
  'insideBottom',
  'insideTopLeft',
  'insideBottomLeft',
  'insideTopRight',
  'insideBottomRight',
] as const

export type LabelPosition = (typeof labelPositions)[number]

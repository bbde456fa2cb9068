import { expect, it } from 'vitest'
import { type Placement, responsivePlacement } from './placement.ts'

it.each<[boolean, Placement, Placement]>([
  [true, 'right top', 'bottom'],
  [true, 'left', 'bottom'],
  [true, 'top end', 'top end'],
  [false, 'right top', 'right top'],
])('the position on a phone (%s) of %s is %s', (isNarrow, wanted, found) => {
  expect(responsivePlacement(isNarrow, wanted)).toBe(found)
})

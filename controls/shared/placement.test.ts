import { expect, it } from 'vitest'
import { placementFor } from './placement.ts'

it('E-CONTROLS-12: a control above 35 % of the height opens at the top, one below 65 % at the bottom', () => {
  expect([0, 349, 350, 500, 650, 651, 999].map((top) => placementFor(top, 1000))).toEqual([
    'right top',
    'right top',
    'right',
    'right',
    'right',
    'right bottom',
    'right bottom',
  ])
})

import { expect, it } from 'vitest'
import { MIN_SIZE, resizeWithinLimits, stepOf } from './resize.ts'

const window = { width: 1000, height: 800 }

it('E-FILTER-03: an editor extends to the window and does not fall below the initial size', () => {
  expect(resizeWithinLimits(MIN_SIZE, 100, 50, window)).toEqual({ width: 700, height: 290 })
  expect(resizeWithinLimits(MIN_SIZE, -100, -50, window)).toEqual(MIN_SIZE)
  expect(resizeWithinLimits(MIN_SIZE, 9999, 9999, window)).toEqual(window)
  expect(resizeWithinLimits(MIN_SIZE, 0, 0, { width: 360, height: 200 })).toEqual({ width: 360, height: 200 })
})

it('moves by arrow keys', () => {
  expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Tab'].map(stepOf)).toEqual([
    [24, 0],
    [-24, 0],
    [0, 24],
    [0, -24],
    undefined,
  ])
})

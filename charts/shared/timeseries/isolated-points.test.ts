import { expect, it } from 'vitest'
import { isolatedPoints } from './isolated-points.ts'

it('values are isolated when both neighbors are missing, also at the ends', () => {
  const indexes = (...values: readonly (number | null)[]) => [...isolatedPoints(values)]
  expect(indexes(1, null, 2, 3, null, 0, null, 4)).toEqual([0, 5, 7])
  expect(indexes(null, 1, 2, null)).toEqual([])
  expect(indexes(5)).toEqual([0])
  expect(indexes()).toEqual([])
})

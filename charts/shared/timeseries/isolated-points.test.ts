import { expect, it } from 'vitest'
import { isolatedPoints } from './isolated-points.ts'

it('values are isolated when both neighbors are missing, also at the ends', () => {
  const places = (...values: readonly (number | null)[]) => [...isolatedPoints(values)]
  expect(places(1, null, 2, 3, null, 0, null, 4)).toEqual([0, 5, 7])
  expect(places(null, 1, 2, null)).toEqual([])
  expect(places(5)).toEqual([0])
  expect(places()).toEqual([])
})

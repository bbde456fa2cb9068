import { expect, it } from 'vitest'
import { binShares } from './histogram.ts'

it('bars are shares of the tallest, and in the range when their middle is', () => {
  expect(binShares([5, 10, 0, 1], 0, 40, [10, 30])).toEqual([
    { middle: 5, share: 0.5, isIn: false },
    { middle: 15, share: 1, isIn: true },
    { middle: 25, share: 0, isIn: true },
    { middle: 35, share: 0.1, isIn: false },
  ])
})

it('a very small count still has a bar; without counts there are no bars', () => {
  expect(binShares([1, 1000], 0, 2, [0, 2])[0]).toEqual({ middle: 0.5, share: 0.03, isIn: true })
  expect(binShares([], 0, 2, [0, 2])).toEqual([])
})

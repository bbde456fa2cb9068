import { expect, it } from 'vitest'
import { toneOf } from './tone.ts'

it('interpolates from the first limit over the middle to the second, and stops there', () => {
  const at = (value: number) => toneOf(value, [-10, 30])
  expect([-99, -10, 0, 10, 25, 30, 99].map(at)).toEqual([-1, -1, -0.5, 0, 0.75, 1, 1])
})

it('decreases between descending bounds', () => {
  expect([0, 1, 3, 4].map((value) => toneOf(value, [4, 0]))).toEqual([1, 0.5, -0.5, -1])
})

it('splits values at one bound: from the first up, or below the second', () => {
  expect([-1, 0, 5].map((value) => toneOf(value, [0, null]))).toEqual([-1, 1, 1])
  expect([-1, 0, 5].map((value) => toneOf(value, [null, 0]))).toEqual([1, -1, -1])
})

it('splits values at two equal bounds, and returns null without bounds or value', () => {
  expect([1, 2, 3].map((value) => toneOf(value, [2, 2]))).toEqual([-1, 0, 1])
  expect(toneOf(7, [null, null])).toBeNull()
  expect(toneOf(null, [0, 1])).toBeNull()
})

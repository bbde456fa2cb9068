import { expect, it } from 'vitest'
import { periodAt, sparkShape } from './spark-shape.ts'

// Without its inset, the line has 100 by 20 pixels.
const box = { width: 108, height: 28, inset: 4 }
const open = [null, null] as const

it('spaces points equally, with the maximum on top', () => {
  const { path, low, high, lone } = sparkShape([1, 3, 2], box, open)
  expect(path).toBe('M4 24L54 4L104 14')
  expect([low, high, lone]).toEqual([1, 3, []])
})

it('breaks the line at missing values, and draws a value without neighbors as a point', () => {
  const { path, lone } = sparkShape([0, null, 10, null, 5, 5], box, open)
  expect(path).toBe('M4 24M44 4M84 14L104 14')
  expect(lone).toEqual([0, 2])
})

it('uses limits as its ends, and draws equal values at half height', () => {
  expect(sparkShape([5, 10], box, [0, 20]).path).toBe('M4 19L104 14')
  expect(sparkShape([5, 10], box, [0, null]).path).toBe('M4 14L104 4')
  expect(sparkShape([7, 7], box, open).path).toBe('M4 14L104 14')
  expect(sparkShape([7], box, open).path).toBe('M54 14')
  expect(sparkShape([null], box, open)).toMatchObject({ path: '', low: null, high: null, lone: [] })
})

it('finds the period under the pointer; none if it has no value', () => {
  const points = [1, 2, null]
  expect([0, 4, 28, 30, 78, 80, 500].map((at) => periodAt(at, points, box))).toEqual([
    0,
    0,
    0,
    1,
    1,
    undefined,
    undefined,
  ])
})

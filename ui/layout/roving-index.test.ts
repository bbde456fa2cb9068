import { expect, it } from 'vitest'
import { nextIndex } from './roving-index.ts'

const isSecondOff = (index: number) => index === 1

it.each([
  ['ArrowRight', 0, 3, 1],
  ['ArrowRight', 2, 3, 0],
  ['ArrowLeft', 0, 3, 2],
  ['ArrowDown', 0, 3, 1],
  ['ArrowUp', 1, 3, 0],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Enter', 0, 3, undefined],
  ['ArrowRight', 0, 0, undefined],
])('the key %s from %i of %i leads to %s', (key, from, length, next) => {
  expect(nextIndex(key, from, length)).toBe(next)
})

it('skips disabled items, and stays if all are disabled', () => {
  expect(nextIndex('ArrowRight', 0, 3, isSecondOff)).toBe(2)
  expect(nextIndex('ArrowLeft', 2, 3, isSecondOff)).toBe(0)
  expect(nextIndex('ArrowRight', 0, 3, () => true)).toBeUndefined()
})

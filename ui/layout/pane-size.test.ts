import { expect, it } from 'vitest'
import { clampedSize, sizeAfterKey } from './pane-size.ts'

const bounds = { min: 100, max: 300 }
const keys = { grow: 'ArrowRight', shrink: 'ArrowLeft' }

it.each([
  ['ArrowRight', false, 200, 216],
  ['ArrowLeft', false, 200, 184],
  ['ArrowRight', true, 200, 264],
  ['ArrowRight', true, 290, 300],
  ['ArrowLeft', true, 120, 100],
  ['Home', false, 200, 100],
  ['End', false, 200, 300],
  ['ArrowUp', false, 200, undefined],
])('%s (large: %s) from %i px returns %s', (key, isLarge, size, next) => {
  expect(sizeAfterKey(key, isLarge, size, bounds, keys)).toBe(next)
})

it('a least size that is larger than the greatest wins', () => {
  expect(clampedSize(50, 200, 100)).toBe(200)
})

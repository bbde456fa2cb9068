import { expect, it } from 'vitest'
import { nullShare } from './null-share.ts'

it('the null share is the share of null, and 0 without values', () => {
  expect(nullShare([1, null, 3, null])).toBe(0.5)
  expect(nullShare(['', 0, false])).toBe(0)
  expect(nullShare([])).toBe(0)
})

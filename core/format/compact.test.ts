import { expect, it } from 'vitest'
import { formatCompact } from './compact.ts'

const thin = '\u2009'

it.each([
  [0, '0'],
  [546_123, `546${thin}k`],
  [12_345, `12.3${thin}k`],
  [9_999, '9,999'],
  [9_999.7, `10${thin}k`],
  [999_950, `1${thin}M`],
  [3_066_766, `3.07${thin}M`],
  [2.5e9, `2.5${thin}bn`],
  [7.1e12, `7.1${thin}T`],
  [937e15, `937${thin}P`],
  [5e20, `500${thin}E`],
  [123.456, '123'],
  [9.586, '9.59'],
  [0.012345, '0.0123'],
  [-1234.4, '−1,234'],
  [-0.0000001234, '−1.23e−7'],
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '−∞'],
])('a key figure of %d is %s', (value, text) => {
  expect(formatCompact(value)).toBe(text)
})

it('separates number and unit by a thin space', () => {
  expect(formatCompact(9.6, 'min')).toBe(`9.6${thin}min`)
  expect(formatCompact(12_300_000, 'EUR')).toBe(`12.3${thin}M EUR`)
  expect(formatCompact(19.34, '%')).toBe(`19.3${thin}%`)
})

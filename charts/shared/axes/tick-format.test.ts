import { expect, it } from 'vitest'
import { tickFormatter } from './tick-format.ts'

it.each([
  // Five steps of 5, which the adaptive format cannot distinguish.
  ['SMART_NUMBER', [1_000_380, 1_000_400], 1_000_385, '1,000,385'],
  ['adaptive', [12_340, 12_400], 12_350, '12,350'],
  ['SMART_NUMBER', [1.001, 1.002], 1.0015, '1.0015'],
  // The adaptive format is used if it can distinguish the steps.
  ['SMART_NUMBER', [0, 1_000_000], 250_000, '250k'],
  ['SMART_NUMBER', [1_000_000, 2_000_000], 1_250_000, '1.25M'],
  ['SMART_NUMBER', [-50, 50], -25, '−25'],
  // A chosen format is never replaced.
  ['.1s', [1_000_380, 1_000_400], 1_000_385, '1M'],
] as const)('the format %s between %j %d is written %s', (pattern, reach, value, text) => {
  expect(tickFormatter(pattern, reach, 5)(value)).toBe(text)
})

it('uses the default format when the range of the axis is unknown', () => {
  expect(tickFormatter('SMART_NUMBER', undefined, 5)(1_000_385)).toBe('1M')
  expect(tickFormatter('SMART_NUMBER', [5, 5], 5)(5)).toBe('5')
  expect(tickFormatter('SMART_NUMBER', [-0.001, 0.001], 5)(0)).toBe('0')
})

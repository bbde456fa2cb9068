import { expect, it } from 'vitest'
import { axisFormatter, explicitAxisFormat, trimmedFormat } from './axis.ts'

it.each([
  [',.1f', [0, 5, 2.5, 15_000], ['0', '5', '2.5', '15,000']],
  ['$,.2s', [0, 1_000_000, 1_500_000], ['0', '$1M', '$1.5M']],
  ['.1%', [0, 0.25, 0.125], ['0', '25%', '12.5%']],
  [',d', [0, 100_000], ['0', '100,000']],
  ['~s', [0, 100_000], ['0', '100k']],
  ['SMART_NUMBER', [0, 100_000, -0.5], ['0', '100k', '−0.5']],
  ['DURATION', [0, 66_000], ['0', '1m 6s']],
  ['not a format', [0, 7], ['0', '7']],
])('an axis in the format %s writes %j as %j', (pattern, values, texts) => {
  expect(values.map(axisFormatter(pattern))).toEqual(texts)
})

it.each([
  [',d', 'SMART_NUMBER'],
  [',.1f', 'SMART_NUMBER'],
  ['.3s', 'SMART_NUMBER'],
  ['$,.2f', '$.3~s'],
  ['.1%', '.1%'],
  ['DURATION', 'DURATION'],
  ['SMART_NUMBER', 'SMART_NUMBER'],
])('a metric of the format %s has an axis of the format %s', (pattern, format) => {
  expect(explicitAxisFormat(pattern)).toBe(format)
})

it('trims only decimals', () => {
  expect(['$,.3s', ',d', 'x', 'SMART_NUMBER'].map(trimmedFormat)).toEqual(['$,.3~s', ',d', 'x', 'SMART_NUMBER'])
})

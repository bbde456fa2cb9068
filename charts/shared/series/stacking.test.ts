import { expect, it } from 'vitest'
import type { Series } from './series.ts'
import { sharesWithinSeries, toShares, stackOf, topmostSeries, sumStacks } from './stacking.ts'

const series: Series[] = [
  { name: 'a', metric: 'm', selection: {}, values: [1, null, 0], colorPosition: 0 },
  { name: 'b', metric: 'm', selection: {}, values: [3, null, 0], colorPosition: 0 },
]

it('sums present values and leaves gaps empty', () => {
  expect(sumStacks(series, 3)).toEqual([4, null, 0])
  expect(topmostSeries(series, 3)).toEqual([1, -1, 1])
})

it('computes shares of the sum at each position, none if the sum is zero', () => {
  expect(toShares(series, 3).map((each) => each.values)).toEqual([
    [0.25, null, null],
    [0.75, null, null],
  ])
})

it('makes shares of the sum of each series', () => {
  const [first] = sharesWithinSeries([
    { name: 'a', metric: 'm', selection: {}, values: [1, null, 3], colorPosition: 0 },
  ])
  expect(first?.values).toEqual([0.25, null, 0.75])
})

it('reads the stack of every age', () => {
  expect([true, 'Stack', 'Stream', 'Expand', false, null, 'other'].map(stackOf)).toEqual([
    'Stack',
    'Stack',
    'Stream',
    'Expand',
    undefined,
    undefined,
    undefined,
  ])
})

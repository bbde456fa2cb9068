import { expect, it } from 'vitest'
import { queryLimits } from './store.ts'

it('offers row limits up to the maximum of the server, and the one of the tab', () => {
  expect(queryLimits(1000, 100_000)).toEqual([100, 1000, 10_000, 100_000])
  expect(queryLimits(1000, 5000)).toEqual([100, 1000, 5000])
  expect(queryLimits(100_000, 500)).toEqual([100, 500, 100_000])
  expect(queryLimits(250, 1_000_000)).toEqual([100, 250, 1000, 10_000, 100_000, 1_000_000])
})

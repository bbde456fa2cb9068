import { expect, it } from 'vitest'
import { refreshSeconds, staggeredDelays, autoRefreshedCharts } from './refresh.ts'

it('the timer skips excluded charts', () => {
  expect(autoRefreshedCharts({ timed_refresh_immune_slices: [11] }, [10, 11, 12])).toEqual([10, 12])
  expect(autoRefreshedCharts({}, [10, 11])).toEqual([10, 11])
})

it.each([
  // A fifth of 60 s over two gaps.
  [{}, 3, 60, [0, 6000, 12_000]],
  // A fifth of 10 s is less than the minimum.
  [{}, 3, 10, [0, 2500, 5000]],
  [{ stagger_time: 8000 }, 3, 10, [0, 4000, 8000]],
  [{ stagger_refresh: 'true' }, 2, 10, [0, 5000]],
  [{ stagger_refresh: false }, 3, 60, [0, 0, 0]],
  [{}, 1, 60, [0]],
  [{}, 0, 60, []],
])('the filters %j query %d charts every %d s after %j ms', (metadata, count, seconds, delays) => {
  expect(staggeredDelays(metadata, count, seconds)).toEqual(delays)
})

it.each([
  [undefined, 0],
  [0, 0],
  [-5, 0],
  ['30', 30],
  ['often', 0],
  // An infinite interval would refresh without pause.
  ['1e999', 0],
  [0.001, 1],
  // A timer of more than 2^31 - 1 ms runs at once: 2,147,483 s is the last whole second before it.
  [1e9, 2_147_483],
])('the value refresh_frequency %j refreshes a dashboard every %d s', (refresh_frequency, seconds) => {
  expect(refreshSeconds({ refresh_frequency })).toBe(seconds)
})

import { expect, it } from 'vitest'
import { BOUNDS_DEBOUNCE, FAST_DEBOUNCE, SLOW_DEBOUNCE } from './delays.ts'

it('K-QUERY-13: the delays 250 and 500 are exported for fast and slow changes; limits have another delay', () => {
  expect([FAST_DEBOUNCE, BOUNDS_DEBOUNCE, SLOW_DEBOUNCE]).toEqual([250, 300, 500])
})

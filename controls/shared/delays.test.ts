import { expect, it } from 'vitest'
import { BOUNDS_DEBOUNCE, FAST_DEBOUNCE, SLOW_DEBOUNCE } from './delays.ts'

it('E-CONTROLS-24 K-QUERY-07 K-QUERY-13: texts wait 250 ms, bounds 300 ms, slow changes 500 ms', () => {
  expect([FAST_DEBOUNCE, BOUNDS_DEBOUNCE, SLOW_DEBOUNCE]).toEqual([250, 300, 500])
})

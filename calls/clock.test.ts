import { afterEach, expect, it } from 'vitest'
import { syncClock, toBrowserTime } from '#calls/clock.ts'

const NOON = Date.UTC(2026, 10, 23, 12)
const reported = (instant: number) => new Date(instant).toUTCString()

afterEach(() => syncClock(reported(NOON), NOON))

it('ignores differences that result from the rounding of the header', () => {
  syncClock(reported(NOON), NOON + 999)
  expect(toBrowserTime(NOON - 60_000)).toBe(NOON - 60_000)
})

it.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('converts times of a server whose clock is %s by an hour to the time of the browser', (_word, by) => {
  syncClock(reported(NOON), NOON + by + 800)
  syncClock(reported(NOON), NOON + by + 200)
  syncClock(reported(NOON), NOON + by + 900)
  expect(toBrowserTime(NOON)).toBe(NOON + by + 200)
})

it('uses a corrected clock from the next response on, and ignores a missing or invalid header', () => {
  syncClock(reported(NOON), NOON + 3_600_000)
  syncClock(null, NOON)
  syncClock('soon', NOON)
  expect(toBrowserTime(NOON)).toBe(NOON + 3_600_000)
  syncClock(reported(NOON), NOON + 10)
  expect(toBrowserTime(NOON)).toBe(NOON)
})

import { afterEach, expect, it } from 'vitest'
import { hearClock, ownTime } from '#calls/clock.ts'

const NOON = Date.UTC(2026, 10, 23, 12)
const reported = (instant: number) => new Date(instant).toUTCString()

afterEach(() => hearClock(reported(NOON), NOON))

it('a clock that runs with the server’s is taken as it is, whatever a header rounds away', () => {
  hearClock(reported(NOON), NOON + 999)
  expect(ownTime(NOON - 60_000)).toBe(NOON - 60_000)
})

it.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('moments of a server whose clock is %s by an hour are told by the own one', (_word, by) => {
  hearClock(reported(NOON), NOON + by + 800)
  hearClock(reported(NOON), NOON + by + 200)
  hearClock(reported(NOON), NOON + by + 900)
  expect(ownTime(NOON)).toBe(NOON + by + 200)
})

it('a clock that is set right is believed from the next answer on, and no header changes nothing', () => {
  hearClock(reported(NOON), NOON + 3_600_000)
  hearClock(null, NOON)
  hearClock('soon', NOON)
  expect(ownTime(NOON)).toBe(NOON + 3_600_000)
  hearClock(reported(NOON), NOON + 10)
  expect(ownTime(NOON)).toBe(NOON)
})

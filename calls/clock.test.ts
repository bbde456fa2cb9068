import { afterEach, expect, it } from 'vitest'
import { hearClock, ownTime } from '#calls/clock.ts'

const NOON = Date.UTC(2026, 10, 23, 12)
const told = (moment: number) => new Date(moment).toUTCString()

afterEach(() => hearClock(told(NOON), NOON))

it('a clock that runs with the server’s is taken as it is, whatever a header rounds away', () => {
  hearClock(told(NOON), NOON + 999)
  expect(ownTime(NOON - 60_000)).toBe(NOON - 60_000)
})

it.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('moments of a server whose clock is %s by an hour are told by the own one', (_word, by) => {
  hearClock(told(NOON), NOON + by + 800)
  hearClock(told(NOON), NOON + by + 200)
  hearClock(told(NOON), NOON + by + 900)
  expect(ownTime(NOON)).toBe(NOON + by + 200)
})

it('a clock that is set right is believed from the next answer on, and no header changes nothing', () => {
  hearClock(told(NOON), NOON + 3_600_000)
  hearClock(null, NOON)
  hearClock('soon', NOON)
  expect(ownTime(NOON)).toBe(NOON + 3_600_000)
  hearClock(told(NOON), NOON + 10)
  expect(ownTime(NOON)).toBe(NOON)
})

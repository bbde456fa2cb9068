import type { Actor } from '../actor.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const JUMPS = [HOUR, -HOUR, 3 * DAY, -3 * DAY, HOUR, -HOUR]

/** Sets the server's clock forward and back, by at most a week. */
export const clockChanger: Actor = {
  name: 'jumper',
  lanes: 1,
  pause: 4000,
  begin({ actor, fixture, random, record }) {
    return {
      act() {
        const jump = random.pick(JUMPS)
        const isFar = Math.abs(fixture.clock.offset + jump) > 7 * DAY
        fixture.clock.jump(isFar ? -jump : jump)
        const count = record.of(actor)
        count.calls += 1
        count.answered += 1
        return Promise.resolve()
      },
    }
  },
}

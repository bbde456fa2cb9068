import { setTimeout as delay } from 'node:timers/promises'
import type { Actor } from '../actor.ts'

const LONGEST_DOWN_MS = 1500

/** Ends the store, by shutdown or crash, and restarts it on its data. */
export const restarter: Actor = {
  name: 'restarter',
  lanes: 1,
  pause: 6000,
  fits: ({ store }) => store !== undefined,
  begin({ actor, fixture, random, record }) {
    const { store } = fixture
    return {
      async act() {
        const count = record.of(actor)
        count.calls += 1
        await delay(random.below(1000))
        await store?.halt(random.pick(['INT', 'QUIT']))
        await delay(random.below(LONGEST_DOWN_MS))
        await store?.resume()
        fixture.restarts += 1
        count.answered += 1
      },
    }
  },
}

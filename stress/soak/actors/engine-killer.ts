import type { Actor } from '../actor.ts'
import { enginesOf } from '../processes.ts'

/** Kills an engine process at any time. */
export const killer: Actor = {
  name: 'killer',
  lanes: 1,
  pause: 3500,
  begin({ actor, fixture, random, record }) {
    return {
      act() {
        const engines = enginesOf(fixture.product.pid)
        if (engines.length === 0) return Promise.resolve()
        const count = record.of(actor)
        count.calls += 1
        try {
          process.kill(random.pick(engines), 'SIGKILL')
          count.answered += 1
        } catch {
          // The process has ended by itself.
        }
        return Promise.resolve()
      },
    }
  },
}

import type { Actor } from '../actor.ts'
import { stranger } from '../person.ts'

/** Asks for the health of the server all the time, as those do who watch over it. */
export const health: Actor = {
  name: 'health',
  lanes: 1,
  pause: 50,
  isServed: true,
  begin({ actor, world, record }) {
    const watcher = stranger(world.product.url, record)
    return {
      async act() {
        const began = performance.now()
        const outcome = await watcher.call(actor, { url: '/health' })
        if (outcome.kind === 'answered') record.health.push(performance.now() - began)
      },
    }
  },
}

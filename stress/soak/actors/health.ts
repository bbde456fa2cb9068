import type { Actor } from '../actor.ts'
import { anonymousCaller } from '../soak-caller.ts'

/** Polls the health endpoint like a monitoring system. */
export const health: Actor = {
  name: 'health',
  lanes: 1,
  pause: 50,
  isServed: true,
  begin({ actor, fixture, record }) {
    const watcher = anonymousCaller(fixture.product.url, record)
    return {
      async act() {
        const began = performance.now()
        const outcome = await watcher.call(actor, { url: '/health' })
        if (outcome.kind === 'answered') record.health.push(performance.now() - began)
      },
    }
  },
}

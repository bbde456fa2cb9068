import type { Actor, Lane, Stage } from '../actor.ts'
import type { World } from '../world.ts'

/** A number that several raise by one, each only where nobody else has raised it since they read it. */
interface Counter {
  id: number | undefined
  acknowledged: number
  /** Raised without an answer. */
  doubtful: number
}

const known = new WeakMap<World, Counter>()

function counterOf(world: World): Counter {
  const found = known.get(world)
  if (found) return found
  const counter = { id: undefined, acknowledged: 0, doubtful: 0 }
  known.set(world, counter)
  return counter
}

/** People raise the same number under If-Match: no step that was acknowledged may be overwritten by another. */
export const counters: Actor = { name: 'counters', lanes: 3, pause: 30, isServed: true, begin: beginCounter }

const URL = '/api/v1/dashboard/'

function beginCounter({ actor, lane, world, record, person }: Stage): Lane {
  // All of one person, who alone owns the dashboard.
  const raiser = person(world.writers[0] ?? '')
  const counter = counterOf(world)

  const create = async (): Promise<void> => {
    if (lane > 0) return
    const payload = { dashboard_title: 'counted 0', published: true }
    const outcome = await raiser.call(actor, { method: 'POST', url: URL, payload })
    if (outcome.kind === 'answered') counter.id = outcome.answer.json().id as number
  }
  const read = async (): Promise<{ value: number; version: number } | undefined> => {
    const outcome = await raiser.call(actor, { url: `${URL}${counter.id}` })
    if (outcome.kind !== 'answered') return undefined
    const { dashboard_title: title, version } = outcome.answer.json().result
    return { value: Number(String(title).split(' ').at(-1)), version }
  }
  const raise = async (): Promise<void> => {
    const found = await read()
    if (!found) return
    const payload = { dashboard_title: `counted ${found.value + 1}` }
    const headers = { 'if-match': `"${found.version}"` }
    const call = { method: 'PUT', url: `${URL}${counter.id}`, payload, headers }
    const outcome = await raiser.call(actor, call, { allowed: ['version-conflict'] })
    if (outcome.kind === 'answered') counter.acknowledged += 1
    else if (outcome.kind === 'gone' || outcome.name !== 'version-conflict') counter.doubtful += 1
  }
  return {
    act: () => (counter.id === undefined ? create() : raise()),
    async verify() {
      if (lane > 0 || counter.id === undefined) return true
      // Others may raise it meanwhile: what was acknowledged before is there at least.
      const { acknowledged } = counter
      const found = await read()
      if (!found) return false
      const { doubtful } = counter
      if (found.value < acknowledged || found.value > counter.acknowledged + doubtful + MEANWHILE)
        record.fault(
          actor,
          'lost write',
          `${acknowledged} steps acknowledged, ${doubtful} in doubt, and it says ${found.value}`,
        )
      return true
    },
  }
}

/** Steps of others that may have arrived and are not answered yet. */
const MEANWHILE = 2

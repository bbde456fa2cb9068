import type { Actor, Lane, Stage } from '../actor.ts'
import { isInDoubt } from '../soak-caller.ts'
import type { SoakFixture } from '../fixture.ts'

/** A number that several lanes increment, each only if it has not changed since the lane read it. */
interface Counter {
  id: number | undefined
  acknowledged: number
  /** Increments without a response. */
  doubtful: number
}

const countersByFixture = new WeakMap<SoakFixture, Counter>()

function counterOf(fixture: SoakFixture): Counter {
  const found = countersByFixture.get(fixture)
  if (found) return found
  const counter = { id: undefined, acknowledged: 0, doubtful: 0 }
  countersByFixture.set(fixture, counter)
  return counter
}

/** Increments of other lanes that may have arrived without a response yet. */
const MEANWHILE = 2
/** One of this many actions only reads. */
const CHECKS = 5

/** Users increment the same number under If-Match: no acknowledged increment may be overwritten by another. */
export const counters: Actor = { name: 'counters', lanes: 3, pause: 30, isServed: true, begin: beginCounter }

const URL = '/api/v1/dashboard/'

function beginCounter({ actor, lane, fixture, record, random, person }: Stage): Lane {
  // All lanes act as one user, who alone owns the dashboard.
  const raiser = person(fixture.writers[0] ?? '')
  const counter = counterOf(fixture)

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
    else if (isInDoubt(outcome)) counter.doubtful += 1
  }
  /** Others may increment it meanwhile: the value is at least what was acknowledged before. */
  const check = async (): Promise<boolean> => {
    if (counter.id === undefined) return true
    const { acknowledged } = counter
    const found = await read()
    if (!found) return false
    const most = counter.acknowledged + counter.doubtful + MEANWHILE
    if (found.value >= acknowledged && found.value <= most) return true
    const said = `${acknowledged} steps acknowledged, ${counter.doubtful} in doubt, and it says ${found.value}`
    record.fault(actor, 'lost write', said)
    return true
  }
  return {
    async act() {
      if (counter.id === undefined) await create()
      else if (random.below(CHECKS) === 0) await check()
      else await raise()
    },
    verify: check,
  }
}

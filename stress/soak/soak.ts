import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Actor, Lane, Stage } from './actor.ts'
import { RESPONSE_TIMEOUT_MS, cookieCaller, tokenCaller, type SoakCaller, anonymousCaller } from './soak-caller.ts'
import { makeRandom } from './random.ts'
import { Record } from './record.ts'
import type { SoakFixture } from './fixture.ts'

/** The duration and the seed. */
export interface SoakOptions {
  readonly seconds: number
  readonly seed: number
  /** Ends the run early, for instance at the first failure. */
  readonly signal?: AbortSignal
}

const REOPEN_DELAY_MS = 250
/** Seconds of a run within which every actor must get a successful response. */
const START_TIMEOUT_S = 10
/** Log messages of unhandled errors. */
const UNHEARD = /"message":"(Something failed[^"]*)"/

interface PlacedActor {
  readonly actor: Actor
  readonly lane: Lane
}

/** Runs all actors on a server and judges the outcomes. Several runs may follow on one server. */
export class Soak {
  readonly record: Record
  readonly #fixture: SoakFixture
  readonly #actors: readonly Actor[]
  readonly #people = new Map<string, SoakCaller>()
  #placed: readonly PlacedActor[] = []
  /** Length of the log that has been checked, in characters. */
  #heard = 0
  #ended = false

  constructor(fixture: SoakFixture, actors: readonly Actor[], record = new Record()) {
    this.record = record
    this.#fixture = fixture
    this.#actors = actors.filter(({ fits }) => fits?.(fixture) ?? true)
  }

  /** Runs all actors until the time is up, then verifies everything that was acknowledged. */
  async run({ seconds, seed, signal }: SoakOptions): Promise<void> {
    const ending = new AbortController()
    const end = (): void => ending.abort()
    setMaxListeners(0, ending.signal)
    const timer = setTimeout(end, seconds * 1000)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end, { once: true })
    if (this.#placed.length === 0) await this.#begin(seed)
    await Promise.all(this.#placed.map((placed) => this.#keepActing(placed, ending.signal)))
    clearTimeout(timer)
    for (const { lane } of this.#placed) await lane.end?.()
    if (signal?.aborted) return
    await this.#verify()
    this.#readLog()
    for (const { name, isServed } of this.#actors) {
      const { answered } = this.record.of(name)
      if (isServed && answered === 0 && seconds >= START_TIMEOUT_S)
        this.record.fault(name, 'never served', 'not one call was answered')
    }
  }

  /** Must be called before the server is stopped on purpose. */
  end(): void {
    this.#ended = true
  }

  async #begin(seed: number): Promise<void> {
    const { ended, printed } = this.#fixture.product
    void ended.then((code) => {
      if (!this.#ended) this.record.fault('server', 'server ended', `with ${code}: ${printed().slice(-800)}`)
      this.#ended = true
    })
    this.#placed = await this.#placeActors(seed)
  }

  #placeActors(seed: number): Promise<PlacedActor[]> {
    const random = makeRandom(seed)
    const all = this.#actors.flatMap((actor) => Array.from({ length: actor.lanes }, (_, lane) => ({ actor, lane })))
    return Promise.all(
      all.map(async ({ actor, lane }) => {
        const stage: Stage = {
          actor: actor.name,
          fixture: this.#fixture,
          record: this.record,
          random: random.fork(`${actor.name} ${lane}`),
          lane,
          person: (name) => this.#person(name),
        }
        return { actor, lane: await actor.begin(stage) }
      }),
    )
  }

  /** Every second owner of rows uses a cookie, all others use tokens. */
  #person(name: string): SoakCaller {
    const known = this.#people.get(name)
    if (known) return known
    const { owners, product } = this.#fixture
    const withCookie = owners.findIndex((owner) => owner.name === name) % 2 === 0
    const person = (withCookie ? cookieCaller : tokenCaller)(product.url, this.record, name)
    this.#people.set(name, person)
    return person
  }

  async #keepActing({ actor, lane }: PlacedActor, ending: AbortSignal): Promise<void> {
    let restarts = this.#fixture.restarts
    while (!ending.aborted && !this.#ended) {
      // After each restart, everything acknowledged is verified before anything else.
      if (lane.verify && restarts !== this.#fixture.restarts) {
        const { restarts: now } = this.#fixture
        if (await lane.verify()) restarts = now
      } else await lane.act()
      await delay(actor.pause, undefined, { signal: ending }).catch(() => {})
    }
  }

  async #verify(): Promise<void> {
    const nobody = anonymousCaller(this.#fixture.product.url, this.record)
    const until = performance.now() + RESPONSE_TIMEOUT_MS
    const waits = (): boolean => performance.now() < until && !this.#ended
    while (waits() && (await nobody.call('verify', { url: '/health' })).kind !== 'answered')
      await delay(REOPEN_DELAY_MS)
    for (const { actor, lane } of this.#placed) {
      let reported = lane.verify === undefined
      while (!reported && waits()) {
        reported = (await lane.verify?.()) ?? true
        if (!reported) await delay(REOPEN_DELAY_MS)
      }
      if (!reported)
        this.record.fault(actor.name, 'no answer', 'what was acknowledged could not be looked for within 30 s')
    }
  }

  #readLog(): void {
    const text = this.#fixture.product.printed()
    for (const line of text.slice(this.#heard).split('\n')) {
      const found = UNHEARD.exec(line)
      if (found) this.record.fault('server', 'unheard error', line.slice(0, 800))
    }
    this.#heard = text.length
  }
}

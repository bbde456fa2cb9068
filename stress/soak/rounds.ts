import { setTimeout as delay } from 'node:timers/promises'
import { actors } from './actors/index.ts'
import { tokenCaller } from './soak-caller.ts'
import { enginesOf, residentMegabytes, treeMegabytes } from './processes.ts'
import type { Record } from './record.ts'
import { report } from './report.ts'
import { Soak } from './soak.ts'
import { openSoakFixture, type StoreKind, type SoakFixture } from './fixture.ts'

/** The parameters of the measures. */
interface RoundsOrder {
  readonly store: StoreKind
  readonly seed: number
  readonly idleSeconds: number
  readonly rounds: number
  readonly roundSeconds: number
  readonly restSeconds: number
}

const CHECK_INTERVAL_MS = 500

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Idle memory in megabytes, each the median of several readings. */
interface Memory {
  /** The whole process tree after the round: a running engine retains some memory after heavy work. */
  readonly left: number
  /** The server alone. */
  readonly server: number
  /** The whole process tree with new engines after one small query each, comparable between rounds. */
  readonly tree: number
}

async function atRest(look: () => number, seconds: number): Promise<number> {
  const looks: number[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await delay(CHECK_INTERVAL_MS))
    looks.push(look())
  return median(looks.slice(looks.length >> 1))
}

/** Runs a small query on each database, so that each has its engine process. */
async function wakeEngines({ product, millions }: SoakFixture, record: Record): Promise<void> {
  const watcher = tokenCaller(product.url, record, 'admin')
  const query = { columns: ['n'], row_limit: 10 }
  for (const id of millions) {
    const payload = { datasource: { id, type: 'table' }, force: true, queries: [query] }
    const call = { method: 'POST', url: '/api/v1/chart/data', payload }
    while ((await watcher.call('memory', call)).kind !== 'answered') await delay(CHECK_INTERVAL_MS)
  }
}

async function lookAtMemory(fixture: SoakFixture, record: Record, seconds: number): Promise<Memory> {
  const { pid } = fixture.product
  const left = await atRest(() => treeMegabytes(pid), seconds)
  for (const engine of enginesOf(pid)) process.kill(engine, 'SIGKILL')
  await delay(CHECK_INTERVAL_MS)
  await wakeEngines(fixture, record)
  const tree = await atRest(() => treeMegabytes(pid), seconds)
  return { left, server: residentMegabytes(pid), tree }
}

/**
 * Runs rounds of a soak test on one server and prints the memory after each for bench/soak-measure.ts, as one line of
 * JSON.
 */
const order = JSON.parse(process.argv[2] ?? '{}') as RoundsOrder
const { store, seed, roundSeconds: seconds } = order
const fixture = await openSoakFixture(store)
const singleRound = new Soak(
  fixture,
  actors.filter(({ name }) => name === 'health'),
)
await singleRound.run({ seconds: order.idleSeconds, seed })
singleRound.end()
const soak = new Soak(fixture, actors)
const memory: Memory[] = []
for (let round = 0; round < order.rounds; round++) {
  await soak.run({ seconds, seed: seed + round })
  memory.push(await lookAtMemory(fixture, soak.record, order.restSeconds))
}
soak.end()
await fixture.close()
process.stderr.write(`${report(`${store}, ${order.rounds} rounds of ${seconds} s`, soak.record)}\n`)
const { faults, health } = soak.record
console.log(JSON.stringify({ idle: singleRound.record.health, health, memory, faults: faults.map(({ kind }) => kind) }))

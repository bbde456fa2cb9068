import { setTimeout as delay } from 'node:timers/promises'
import { actors } from './actors/index.ts'
import { residentMegabytes } from './processes.ts'
import { report } from './report.ts'
import { Soak } from './soak.ts'
import { openWorld, type StoreKind } from './world.ts'

/** What the measures ask for. */
interface RoundsOrder {
  readonly store: StoreKind
  readonly seed: number
  readonly idleSeconds: number
  readonly rounds: number
  readonly roundSeconds: number
  readonly restSeconds: number
}

const LOOK_EVERY_MS = 500

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Megabytes of the whole tree while nobody asks, in the middle of several looks. */
async function atRest(pid: number, seconds: number): Promise<number> {
  const looks: number[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await delay(LOOK_EVERY_MS))
    looks.push(residentMegabytes(pid))
  return median(looks.slice(looks.length >> 1))
}

/** Rounds of a soak on one server, with its memory after each: what bench/soak-measure.ts reads, as one line of JSON. */
const order = JSON.parse(process.argv[2] ?? '{}') as RoundsOrder
const { store, seed, roundSeconds: seconds } = order
const world = await openWorld(store)
const alone = new Soak(
  world,
  actors.filter(({ name }) => name === 'health'),
)
await alone.run({ seconds: order.idleSeconds, seed })
alone.end()
const soak = new Soak(world, actors)
const megabytes: number[] = []
for (let round = 0; round < order.rounds; round++) {
  await soak.run({ seconds, seed: seed + round })
  megabytes.push(await atRest(world.product.pid, order.restSeconds))
}
soak.end()
await world.close()
process.stderr.write(`${report(`${store}, ${order.rounds} rounds of ${seconds} s`, soak.record)}\n`)
const { faults, health } = soak.record
console.log(JSON.stringify({ idle: alone.record.health, health, megabytes, faults: faults.map(({ kind }) => kind) }))

import { randomInt } from 'node:crypto'
import { actors } from './actors/index.ts'
import { faults } from './faults.ts'
import { rehearsePatch } from './patch-rehearsal.ts'
import { report } from './report.ts'
import { Soak } from './soak.ts'
import { openSoakFixture, type StoreKind } from './fixture.ts'

const HELP = `npm run soak                   60 s: everybody at once over the built product, half with each store
npm run soak -- 600            10 minutes
npm run soak -- 600 7          with the numbers of seed 7
npm run soak -- faults         shows that faults put in again on purpose are found
npm run soak -- faults NAME    one of them`
const SECONDS = 60
/** Shuts down running work when this program is stopped. */
const shutdownController = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shutdownController.abort())
const STORES: readonly StoreKind[] = ['sqlite', 'postgres']

async function soak(seconds: number, seed: number): Promise<void> {
  console.log(`Soak of ${seconds} s with seed ${seed}`)
  let found = 0
  for (const kind of STORES) {
    if (shutdownController.signal.aborted) break
    const fixture = await openSoakFixture(kind)
    const run = new Soak(fixture, actors)
    await run.run({ seconds: seconds / STORES.length, seed, signal: shutdownController.signal })
    run.end()
    await fixture.close()
    console.log(`\n${report(`${kind}, ${seconds / STORES.length} s`, run.record)}`)
    found += run.record.faultCount
  }
  console.log(`\n${found} faults`)
  if (found > 0) process.exitCode = 1
}

async function showFaults(names: readonly string[]): Promise<void> {
  const known = faults.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no fault ${unknown}; there are ${known.join(', ')}`)
  let missed = 0
  for (const fault of faults.filter(({ name }) => names.length === 0 || names.includes(name))) {
    if (shutdownController.signal.aborted) break
    const found = await rehearsePatch(fault, 1)
    if (!found) missed += 1
    const how = found && `${found.kind} by ${found.actor} after ${found.at.toFixed(1)} s: ${found.detail.slice(0, 200)}`
    console.log(`${fault.name}: ${how ? `found as ${how}` : 'NOT FOUND'}`)
  }
  if (missed > 0) process.exitCode = 1
}

const [first = String(SECONDS), second] = process.argv.slice(2)
const seconds = Number(first)
if (first === '--help') console.log(HELP)
else if (first === 'faults') await showFaults(process.argv.slice(3))
else if (!(seconds > 0)) {
  console.error(HELP)
  process.exitCode = 2
} else await soak(seconds, second === undefined ? randomInt(1_000_000) : Number(second))

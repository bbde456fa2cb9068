import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BenchOrder, readOrder, sendFigure } from './bench-order.ts'
import { quantile } from './statistics.ts'

/** The measurements of a soak test of several rounds. Times in milliseconds. */
interface Rounds {
  readonly idle: readonly number[]
  readonly health: readonly number[]
  /** Megabytes after each round; see stress/soak/rounds.ts. */
  readonly memory: readonly { readonly left: number; readonly server: number; readonly tree: number }[]
  /** Types of the errors found. */
  readonly faults: readonly string[]
}

const inMegabytes = (values: readonly number[]): string => values.map((each) => each.toFixed(0)).join(' ')

/** P3: errors, /health and memory under mixed load while engines, stores and clocks fail. */
async function soak({ root, plan, loopSeconds }: BenchOrder, store: string): Promise<void> {
  const { stores: _stores, ...rounds } = plan.soak
  const roundSeconds = loopSeconds ?? plan.soak.roundSeconds
  const args = [
    '--import',
    'tsx',
    join(root, 'stress/soak/rounds.ts'),
    JSON.stringify({ ...rounds, roundSeconds, store }),
  ]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root })
  process.stderr.write(stderr)
  const { idle, health, memory, faults } = JSON.parse(stdout) as Rounds
  const of = `${store}, ${plan.soak.rounds} rounds of ${roundSeconds} s`
  const found = faults.length > 0 ? `${of}: ${faults.join(', ')}` : of
  sendFigure({ measure: 'P3', name: `faults with ${store}`, value: faults.length, unit: '', most: 0, note: found })
  const [still, busy] = [quantile(idle, 0.99), quantile(health, 0.99)]
  const times = `${busy.toFixed(0)} over ${still.toFixed(0)} ms; n ${health.length} and ${idle.length}`
  sendFigure({
    measure: 'P3',
    name: `/health p99 with ${store}, over idle`,
    value: busy - still,
    unit: 'ms',
    note: times,
  })
  for (const [part, name] of [
    ['tree', 'server and new engines'],
    ['server', 'server alone'],
  ] as const) {
    const seen = memory.map((each) => each[part])
    const growth = (seen.at(-1) ?? Number.NaN) / (seen.at(-2) ?? Number.NaN)
    const left = part === 'tree' ? `; as the rounds left it: ${inMegabytes(memory.map((each) => each.left))}` : ''
    const what = `memory with ${store}, ${name}, last round over the one before`
    sendFigure({
      measure: 'P3',
      name: what,
      value: growth,
      unit: 'x',
      most: 1.2,
      note: `MB: ${inMegabytes(seen)}${left}`,
    })
  }
}

const order = readOrder()
for (const store of order.plan.soak.stores) await soak(order, store)

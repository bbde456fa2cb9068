import { resolve } from 'node:path'
import { findFaults } from './faults.ts'
import { isAlive, printFailingInput, type Report, runFuzz } from './run.ts'
import { type FuzzFixture, openFuzzFixture } from './fixture.ts'

const HELP = `npm run fuzz -- SEED COUNT            COUNT inputs of a seed
npm run fuzz -- SEED COUNT --only=N   the Nth of them alone
npm run fuzz -- SEED COUNT --from=N   COUNT from the Nth on
npm run fuzz -- SEED COUNT --server=FOLDER   against a server that was bundled elsewhere
npm run fuzz -- faults                faults put in on purpose, each until it is found`

/** Seed and number of inputs for finding known bugs. */
const SEED = 1
const MAX_INPUTS = 5000

const printLine = (line: string) => void process.stdout.write(`${line}\n`)

function text(args: readonly string[], name: string): string | undefined {
  return args.find((each) => each.startsWith(`--${name}=`))?.split('=')[1]
}

function option(args: readonly string[], name: string): number | undefined {
  const given = text(args, name)
  return given === undefined ? undefined : Number(given)
}

function printCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

function print(seed: number, { sent, seconds, found, byKind, byEnd }: Report, alive: boolean): void {
  printLine(`seed ${seed}: ${sent} inputs in ${seconds.toFixed(0)} s (${Math.round(sent / seconds)} a second)`)
  printLine(`kinds: ${printCounts(byKind)}`)
  printLine(`ends: ${printCounts(byEnd)}`)
  for (const each of found) printLine(printFailingInput(seed, each))
  printLine(`${found.length} faults, the server ${alive ? 'answers' : 'does not answer'}`)
}

async function fuzz(args: readonly string[]): Promise<boolean> {
  if (args[0] === 'faults') return findFaults(SEED, MAX_INPUTS, printLine)
  const [seed = Number.NaN, count = Number.NaN] = args.filter((each) => !each.startsWith('--')).map(Number)
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) {
    printLine(HELP)
    return args.includes('--help')
  }
  const only = option(args, 'only')
  const plan = only === undefined ? { first: option(args, 'from') ?? 0, count } : { first: only, count: 1 }
  const server = text(args, 'server')
  const fixture: FuzzFixture = await openFuzzFixture(server === undefined ? 'dist' : { server: resolve(server) })
  try {
    const report = await runFuzz(fixture, { seed, ...plan, tell: (line) => process.stderr.write(`${line}\n`) })
    const alive = await isAlive(fixture)
    print(seed, report, alive)
    return alive && report.found.length === 0
  } finally {
    await fixture.product.stop()
  }
}

process.exitCode = (await fuzz(process.argv.slice(2))) ? 0 : 1

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HELP, readArgs } from './args.mjs'
import { drawMutants, shuffle } from './sample-mutants.mjs'
import { mutantsIn, sourcesIn } from './mutants.mjs'
import { testWavesOf } from './test-waves.mjs'
import { Runner } from './runner.mjs'
import { printFault, printScore, weakIds } from './score.mjs'
import { createProjectCopy } from './tree.mjs'
import { tryFault } from './try-mutant.mjs'

/**
 * @typedef {import('./mutants.mjs').Fault} Fault
 * @typedef {import('./try-mutant.mjs').Trial} Trial
 * @typedef {import('./host.mjs').Ran} Ran
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * @param {Runner} runner
 * @param {readonly string[]} files of tests
 * @param {readonly Fault[]} faults
 * @param {number} end
 * @returns {Promise<Ran[] | undefined>} which test runs through which mutant; files that fail without a mutant are left
 * out and reported
 */
async function coverage(runner, files, faults, end) {
  const ran = await runner.run({ limit: 0, drawn: faults.map(({ id }) => id) }, files, end - performance.now())
  if (!ran) console.log('There was no time to run them')
  for (const { file, failed } of ran?.filter(({ passed }) => !passed) ?? [])
    console.log(`left out, fails without any fault: ${file}: ${failed[0] ?? 'it does not load'}`)
  return ran?.filter(({ passed }) => passed)
}

/**
 * Runs mutants in random order, so that those run in time represent all. The tests nearest to the folder run first;
 * surviving mutants are run with the next ones.
 * @param {string} copy
 * @param {readonly string[][]} waves files of tests
 * @param {readonly Fault[]} faults
 * @param {number} end when to stop, in the time of performance.now()
 * @returns {Promise<Trial[]>} the trials that ran in time
 */
async function tryAll(copy, waves, faults, end) {
  const runner = new Runner(copy)
  /** @type {Map<string, Trial>} */
  const trials = new Map()
  let open = shuffle(faults, faults.length)
  for (const files of waves) {
    if (open.length === 0 || files.length === 0 || performance.now() > end) continue
    console.log(`${open.length} faults; running ${files.length} files of tests without any ...`)
    const ran = await coverage(runner, files, open, end)
    if (!ran) break
    for (const fault of open) {
      if (performance.now() > end) break
      const trial = await tryFault(runner, ran, fault)
      const titles = [...(trials.get(fault.id)?.titles ?? []), ...trial.titles]
      trials.set(fault.id, { ...trial, left: trial.left + (trials.get(fault.id)?.left ?? 0), titles })
    }
    open = open.filter(({ id }) => !trials.get(id)?.noticed)
    console.log(`${trials.size - open.length} of ${trials.size} noticed`)
  }
  runner.end()
  return faults.flatMap(({ id }) => trials.get(id) ?? [])
}

/**
 * @param {readonly Trial[]} trials
 * @param {number} drawn
 * @returns {number} the score in percent
 */
function report(trials, drawn) {
  const survivors = trials.filter(({ noticed }) => !noticed)
  if (trials.length < drawn) console.log(`The time was up: ${trials.length} of ${drawn} faults were tried.`)
  for (const { fault, titles, left } of survivors) {
    const none = titles.length === 0 ? '  (no test runs through it)' : ''
    const slow = left > 0 ? `  (${left} files of tests were too slow to be run for it)` : ''
    console.log(`unnoticed  ${printFault(fault)}${none}${slow}`)
  }
  const late = trials.filter((trial) => trial.late)
  for (const { fault, by } of late) console.log(`by the clock  ${printFault(fault)}  (${by[0]})`)
  const weak = weakIds(survivors)
  if (weak.length > 0) console.log(`weak IDs: ${weak.map(([id, count]) => `${id} (${count})`).join(' ')}`)
  console.log(printScore(trials.length - survivors.length, trials.length))
  if (late.length > 0)
    console.log(
      `without those by the clock ${printScore(trials.length - survivors.length - late.length, trials.length)}`,
    )
  return trials.length === 0 ? 0 : (100 * (trials.length - survivors.length)) / trials.length
}

/**
 * `npm run mutate`: measures which mutants the tests of a folder detect.
 * @param {readonly string[]} words
 * @returns {Promise<number>} the exit code
 */
export async function mutate(words) {
  const begun = performance.now()
  const args = readArgs(words)
  if (!args) {
    console.log(HELP)
    return words.includes('--help') ? 0 : 2
  }
  const files = sourcesIn(root, args.folder)
  const { faults, sources } = await mutantsIn(root, files)
  const drawn = drawMutants(faults, args.draw, args.seed)
  console.log(`${args.folder}: ${drawn.length} of ${faults.length} faults in ${files.length} files, seed ${args.seed}`)
  if (args.list) {
    for (const fault of drawn) console.log(printFault(fault))
    return 0
  }
  const copy = createProjectCopy(root, sources)
  const clear = () => rmSync(copy, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  process.once('exit', clear)
  try {
    const waves = testWavesOf(root, args.folder).slice(0, args.near ? 1 : 3)
    const trials = await tryAll(copy, waves, drawn, begun + args.minutes * 60_000)
    mkdirSync(join(root, '.results'), { recursive: true })
    const name = `mutate-${args.folder.replaceAll('/', '-')}.json`
    writeFileSync(join(root, '.results', name), JSON.stringify({ ...args, trials }, null, 2))
    return report(trials, drawn.length) < args.min ? 1 : 0
  } finally {
    clear()
  }
}

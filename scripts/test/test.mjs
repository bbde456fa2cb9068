import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { forwardSignals } from '../start/processes.mjs'
import { installPackages } from './apt.mjs'
import { measureCpu } from './cpu.mjs'
import { watchConnections } from './network.mjs'
import { prepareTools } from './prepare.mjs'
import { findFirefox, findHeadlessChromium, findMariaDB, findPostgres, findSlapd } from './programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** @typedef {import('../check/counts.mjs').Result} Result */

/** Programs that tests need, by Debian package; the extended set also needs Firefox and slapd. */
const PROGRAMS = [
  { name: 'chromium', find: findHeadlessChromium },
  { name: 'postgresql', find: findPostgres },
  { name: 'mariadb-server-core', find: findMariaDB },
  ...(process.argv.includes('--all')
    ? [
        { name: 'firefox-esr', find: findFirefox },
        { name: 'slapd', find: findSlapd },
      ]
    : []),
]

const missingPrograms = () => PROGRAMS.filter(({ find }) => !find()).map(({ name }) => name)

/**
 * @returns {Promise<string[]>} the programs that are still missing
 */
async function installPrograms() {
  const wanted = missingPrograms()
  if (wanted.length === 0) return []
  console.log(`Installing ${wanted.join(' and ')} ...`)
  const reason = await installPackages(wanted)
  if (reason) console.log(`Could not install ${wanted.join(' and ')}: ${reason}`)
  return missingPrograms()
}

/** Memory that must be free before the files of the tests are kept in it, in bytes. */
const MIN_FREE_MEMORY = 8 * 1024 ** 3

/**
 * Makes the folder for the temporary files of the tests: in memory where there is enough, because stores and database
 * servers wait for each write to a disk.
 * @returns {string} the folder; the caller removes it
 */
function makeTemporaryFolder() {
  const memory = '/dev/shm'
  const stats = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  const isLarge = Math.min(stats.bavail * stats.bsize, freemem()) > MIN_FREE_MEMORY
  const folder = mkdtempSync(join(isLarge ? memory : tmpdir(), 'facet-tests-'))
  // Database servers run as users of their own.
  chmodSync(folder, 0o1777)
  return folder
}

/**
 * Runs tests whose temporary files are removed at the end. The complete set keeps its files of gigabytes on the disk.
 * @template T
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
async function runWithTemporaryFolder(run) {
  if (process.argv.includes('--all')) return run()
  const folder = makeTemporaryFolder()
  process.env['TMPDIR'] = folder
  try {
    return await run()
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Runs the parts one after the other, so that no more processes are busy than there are cores, and prints the duration
 * of each.
 * @param {Readonly<Record<string, () => Promise<Result[]>>>} parts
 * @returns {Promise<Result[]>}
 */
async function runParts(parts) {
  /** @type {Result[]} */
  const results = []
  /** @type {string[]} */
  const times = []
  for (const [name, part] of Object.entries(parts)) {
    const { value, seconds, cpuSeconds } = await measureCpu(part)
    results.push(...value)
    times.push(`  ${name.padEnd(8)} ${seconds.toFixed(0).padStart(5)} s, ${cpuSeconds.toFixed(0).padStart(5)} s of CPU`)
  }
  console.log(`Time:\n${times.join('\n')}`)
  return results
}

/**
 * @returns {Promise<Result[]>} of the static checks, the unit, HTTP and DOM tests, and the browser tests
 */
async function runTests() {
  const options = { all: { type: /** @type {const} */ ('boolean') }, only: { type: /** @type {const} */ ('string') } }
  const more = { repeat: { type: /** @type {const} */ ('string') }, seed: { type: /** @type {const} */ ('string') } }
  const { values } = parseArgs({ options: { ...options, ...more } })
  if (values.all) process.env['FACET_TEST_SET'] = 'all'
  const seed = values.all ? Number(values.seed ?? Date.now() % 100_000) : undefined
  if (seed !== undefined) console.log(`Files in the order of seed ${seed}; repeat it with --seed=${seed}`)
  // Imported late: these modules use packages.
  const { quickSteps, runSteps, steps } = await import('../check/steps.mjs')
  const { runVitest } = await import('./vitest.mjs')
  const { runBrowser } = await import('./browser.mjs')
  const shuffle = seed === undefined ? {} : { seed }
  const repeat = Number(values.repeat ?? 1)
  /** @type {Record<string, () => Promise<Result[]>>} */
  const parts = {
    static: () => runSteps(root, values.all ? Object.keys(steps) : quickSteps),
    unit: () => runVitest(root, shuffle),
    browser: () => runBrowser(root, { ...shuffle, repeat }),
  }
  const { only } = values
  if (only === undefined) {
    const results = await runParts(parts)
    const lost = await proofs()
    // Only the complete set contains every proof: npm test lists what it does not prove.
    for (const { message } of lost) console.log(message)
    return values.all ? [...results, ...lost] : results
  }
  const part = parts[only]
  if (!part) throw new Error(`There is no part ${only}. Parts: ${Object.keys(parts).join(', ')}.`)
  return runParts({ [only]: part })
}

/** @returns {Promise<Result[]>} a failed result if a requirement has lost its proof */
async function proofs() {
  const { countAreas, lostProofs } = await import('../check/requirements.mjs')
  const { readPlaywright, readVitest } = await import('../check/counts.mjs')
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, '.results', file), 'utf8'))
  try {
    const results = [...readVitest(read('vitest.json')), ...readPlaywright(read('playwright.json'))]
    return lostProofs(countAreas(readFileSync(join(root, 'docs/reference/requirements.md'), 'utf8'), results))
  } catch {
    // A runner without a report has already failed.
    return []
  }
}

/** Installs the requirements of tests, runs the tests and prints the counts. */
export async function test() {
  forwardSignals()
  const lacking = await prepareTools(root, installPrograms)
  const { printCostliest, printSlowest } = await import('../check/counts.mjs')
  const { closeRun, networkResult, printResult, tooManyFlaky } = await import('../check/results.mjs')
  rmSync(join(root, '.results/refused'), { force: true })
  const stopWatching = watchConnections()
  const results = await runWithTemporaryFolder(runTests)
  for (const name of lacking) {
    const message = `The tests that need ${name} cannot pass.`
    results.push({ title: `${name} is installed`, status: 'failed', seconds: 0, message })
  }
  const network = networkResult(root, stopWatching())
  printResult(network)
  results.push(network, ...tooManyFlaky(results))
  console.log(`Slowest:\n${printSlowest(results, 20).join('\n')}`)
  console.log(`Most processor time:\n${printCostliest(results, 30).join('\n')}`)
  closeRun(root, results)
}

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forwardSignals } from '../start/processes.mjs'
import { installPackages } from './apt.mjs'
import { watchNetwork } from './network.mjs'
import { prepareTools } from './prepare.mjs'
import { findChromium, findPostgres } from './programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Programs that tests need, and the Debian package of each. */
const PROGRAMS = [
  { name: 'chromium', find: findChromium },
  { name: 'postgresql', find: findPostgres },
]

const missing = () => PROGRAMS.filter(({ find }) => !find()).map(({ name }) => name)

/**
 * @returns {Promise<string[]>} the programs that are still missing
 */
async function installPrograms() {
  const wanted = missing()
  if (wanted.length === 0) return []
  console.log(`Installing ${wanted.join(' and ')} ...`)
  const reason = await installPackages(wanted)
  if (reason) console.log(`Could not install ${wanted.join(' and ')}: ${reason}`)
  return missing()
}

/** Installs what tests need, runs all of them and closes with the counts. */
export async function test() {
  forwardSignals()
  const lacking = await prepareTools(root, installPrograms)
  // Loaded late: these modules use packages.
  const { check, stepNames } = await import('../check/check.mjs')
  const { printSlowest } = await import('../check/counts.mjs')
  const { close, networkResult } = await import('../check/results.mjs')
  const { walksOf } = await import('./walks.mjs')
  const stopWatching = watchNetwork()
  const walks = lacking.includes('chromium') ? { steps: [], close: async () => [] } : walksOf(root)
  const results = await check(root, stepNames, walks.steps)
  results.push(...(await walks.close()))
  for (const name of lacking) {
    results.push({ title: `${name} is installed`, status: 'failed', seconds: 0, message: '' })
    console.log(`FAILED  ${name} is not installed: the tests that need it could not pass`)
  }
  results.push(networkResult(root, stopWatching()))
  console.log(`Slowest:\n${printSlowest(results).join('\n')}`)
  close(root, results)
}

import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { forwardSignals } from '../start/processes.mjs'
import { ENGINE_SUITES } from './engine-suites.mjs'
import { prepareTools } from './prepare.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** @typedef {import('../check/counts.mjs').Result} Result */

/** Returns the folder of installed servers, which all copies of the project share. */
const cacheFolder = () => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'facet-test-engines')

/**
 * Runs the tests of one engine. Without its server they are skipped by name.
 * @param {import('./engine-suites.mjs').EngineSuite} suite
 * @returns {Promise<Result[]>}
 */
async function runSuite({ engine, server, files, prepare }) {
  const { readVitest } = await import('../check/counts.mjs')
  const { runWithReport } = await import('./report.mjs')
  const prepared = await prepare(join(cacheFolder(), engine))
  if ('missing' in prepared) {
    console.log(`SKIPPED ${server}: ${prepared.missing}`)
    return [{ title: `${server} (${prepared.missing})`, status: 'skipped', seconds: 0, message: '' }]
  }
  const file = join(root, '.results', `engine-${engine}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const env = { ...prepared.env, FACET_TEST_SET: 'engines' }
  try {
    return await runWithReport(root, {
      tool: 'vitest',
      args: ['run', ...reporters, ...files],
      env,
      file,
      read: readVitest,
    })
  } finally {
    await prepared.stop?.()
  }
}

/** Runs the tests of the engines whose servers `npm test` does not start, and prints the counts. */
export async function testEngines() {
  forwardSignals()
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  const chosen = ENGINE_SUITES.filter(({ engine }) => values.only === undefined || engine === values.only)
  if (chosen.length === 0)
    throw new Error(`No engine ${values.only}. Engines: ${ENGINE_SUITES.map(({ engine }) => engine).join(', ')}.`)
  await prepareTools(root, () => Promise.resolve())
  const { closeRun } = await import('../check/results.mjs')
  /** @type {Result[]} */
  const results = []
  for (const suite of chosen) results.push(...(await runSuite(suite)))
  closeRun(root, results)
}

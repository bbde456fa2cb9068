import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import { errorText } from './error-text.mjs'

/**
 * Keeps one vitest alive in a copy of the project and runs files of tests as it is told by the process that started it.
 * @typedef {import('./switch.mjs').Order} Order
 * @typedef {import('./switch.mjs').Hits} Hits
 * @typedef {{ file: string, passed: boolean, done: number, seconds: number, outside: Hits, tests: { title: string, hits: Hits }[],
 *   failed: string[], late: boolean }} Ran one file of tests; done: tests that passed; failed: titles, and what is wrong with the file
 *   itself; late: what failed did so by the clock alone; the last of a run stands for errors that no test caught
 */

/** Vitest's message for a test or a hook that timed out. */
const LATE = /^(Test|Hook) timed out in \d+ms/

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = join(root, '.mutate')
mkdirSync(folder, { recursive: true })

const vitest = await createVitest('test', {
  config: join(root, 'scripts/mutate/vitest.config.mjs'),
  root,
  watch: false,
  maxWorkers: 2,
  reporters: [{}],
  silent: true,
})
await vitest.standalone()
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((each) => [relative(root, each.moduleId), each]),
)

/**
 * Reads the hits of other processes and threads, by the process of the test.
 * @returns {Map<number, Hits>}
 */
function readRecordedHits() {
  const file = join(folder, 'elsewhere')
  /** @type {Map<number, Hits>} */
  const found = new Map()
  if (!existsSync(file)) return found
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [pid, parent, ...fault] = line.split(' ')
    for (const owner of [Number(pid), Number(parent)]) found.set(owner, { ...found.get(owner), [fault.join(' ')]: 1 })
  }
  return found
}

/**
 * @param {Order} order
 * @param {readonly string[]} files
 * @returns {Promise<Ran[]>}
 */
async function runTests(order, files) {
  rmSync(join(folder, 'elsewhere'), { force: true })
  writeFileSync(join(folder, 'order.json'), JSON.stringify(order))
  // With a mutant enabled, the first failing test is enough.
  for (const { config } of [vitest, ...vitest.projects]) config.bail = order.fault === undefined ? 0 : 1
  // Results of an earlier run must not count for this one.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const wanted = files.flatMap((file) => specifications.get(file) ?? [])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted)
  const recordedHits = readRecordedHits()
  const unhandled = unhandledErrors.map(errorText)
  const extra = { file: 'unhandled errors', passed: unhandled.length === 0, failed: unhandled, late: false }
  const ran = testModules.map((module) => {
    const { hits = {}, pid } = /** @type {{ hits?: Hits, pid?: number }} */ (module.meta())
    const tests = [...module.children.allTests()]
    const errors = [...tests.flatMap((test) => test.result().errors ?? []), ...module.errors()]
    return {
      file: relative(root, module.moduleId),
      passed: module.ok(),
      done: tests.filter((test) => test.result().state === 'passed').length,
      seconds: (module.diagnostic().duration + module.diagnostic().collectDuration) / 1000,
      outside: { ...recordedHits.get(pid ?? 0), ...hits },
      tests: tests.map((test) => ({
        title: test.fullName,
        hits: /** @type {{ hits?: Hits }} */ (test.meta()).hits ?? {},
      })),
      failed: [
        ...tests.filter((test) => test.result().state === 'failed').map((test) => test.fullName),
        ...module.errors().map(({ message }) => message),
      ],
      late: errors.length > 0 && errors.every(({ message }) => LATE.test(message)),
    }
  })
  return [...ran, { ...extra, done: 0, seconds: 0, outside: {}, tests: [] }]
}

process.on('message', (/** @type {{ order: Order, files: string[] }} */ { order, files }) => {
  runTests(order, files).then(
    (ran) => process.send?.({ ran }),
    (/** @type {unknown} */ error) => process.send?.({ error: errorText(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })

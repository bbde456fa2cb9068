import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { offline } from '../test/network.mjs'
import { readVitest } from './counts.mjs'
import { belowFloor } from './floor.mjs'
import { originOf } from './origin.mjs'
import { printResult, publish, refusedFile, resultsFolder } from './results.mjs'
import { runTool, steps } from './steps.mjs'

/** @typedef {import('./counts.mjs').Result} Result */

/**
 * @param {string} root
 * @returns {Promise<Result[]>}
 */
async function runTests(root) {
  const begun = performance.now()
  const origin = await originOf(root)
  const file = join(resultsFolder(root), 'vitest.json')
  const { code, output } = await runTool(
    root,
    'vitest',
    ['run', '--reporter=json', `--outputFile=${file}`],
    offline(root, refusedFile(root)),
  )
  /** @type {Result[]} */
  let results = []
  try {
    results = readVitest(JSON.parse(readFileSync(file, 'utf8')))
    publish(root, 'vitest.json', origin)
  } catch {
    // Nothing was written: the output below tells why.
  }
  const failed = results.filter(({ status }) => status === 'failed')
  if (code !== 0 && failed.length === 0) failed.push({ title: 'tests', status: 'failed', seconds: 0, message: output })
  if (failed.length === 0) failed.push(...belowFloor('tests', results))
  for (const result of failed) printResult(result)
  const seconds = (performance.now() - begun) / 1000
  if (failed.length === 0) printResult({ title: `${results.length} tests`, status: 'passed', seconds, message: '' })
  return [...results.filter(({ status }) => status !== 'failed'), ...failed]
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {Promise<Result[]>}
 */
async function runStep(root, name) {
  if (name === 'tests') return runTests(root)
  const begun = performance.now()
  const step = steps[name]
  if (!step) throw new Error(`There is no step ${name}`)
  const { ok, output, note } = await step(root)
  const seconds = (performance.now() - begun) / 1000
  /** @type {Result} */
  const result = { title: name, status: ok ? 'passed' : 'failed', seconds, message: output }
  printResult(result)
  if (note) console.log(note)
  return [result]
}

/** The names of all steps, the longest first so that the others run beside it. */
export const stepNames = ['tests', ...Object.keys(steps)]

/**
 * Runs the steps, two at a time, and prints each as it ends. Once the first, which is the tests with workers of their
 * own, has ended, one more of what is further runs beside them: walks wait two fifths of their time.
 * @param {string} root
 * @param {readonly string[]} names
 * @param {readonly (() => Promise<Result[]>)[]} [further] what runs after these in the same way
 * @returns {Promise<Result[]>}
 */
export async function check(root, names, further = []) {
  const waiting = [...names.map((name) => () => runStep(root, name)), ...further]
  /** @type {Result[]} */
  const results = []
  const next = async () => {
    const step = waiting.shift()
    if (step) results.push(...(await step()))
    return step !== undefined
  }
  const lane = async () => {
    while (await next());
  }
  const first = next()
  const after = async () => (await first) && lane()
  await Promise.all([lane(), after(), ...(further.length > 0 ? [after()] : [])])
  return results
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPlaywright } from '../check/counts.mjs'
import { belowFloor } from '../check/floor.mjs'
import { originOf } from '../check/origin.mjs'
import { printResult, publish, refusedFile, resultsFolder } from '../check/results.mjs'
import { runTool } from '../check/steps.mjs'
import { offline } from './network.mjs'

/** @typedef {import('../check/counts.mjs').Result} Result */

const CONFIG = 'e2e/playwright.config.ts'
/** The first run beside the tests; what is left when these have ended is shared, so that no part is long. */
const PARTS = 6

/**
 * @param {string} root
 * @param {number} part from 1
 * @param {number} parts
 * @returns {Promise<{ report?: any, results: Result[] }>}
 */
async function walkPart(root, part, parts) {
  const folder = resultsFolder(root)
  const file = join(folder, `walks-${part}.json`)
  const env = { ...offline(root, refusedFile(root)), PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const output = ['--reporter=json', '--output', join(folder, `walks-${part}`)]
  const args = ['test', '-c', CONFIG, '--workers=1', `--shard=${part}/${parts}`, ...output]
  const run = await runTool(root, 'playwright', args, env)
  let report
  /** @type {Result[]} */
  let results = []
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
    results = readPlaywright(report)
  } catch {
    // Nothing was written: the output below tells why.
  }
  if (run.code !== 0 && results.every(({ status }) => status !== 'failed')) {
    results.push({ title: 'walks', status: 'failed', seconds: 0, message: run.output })
  }
  for (const result of results) printResult(result)
  return { report, results }
}

/**
 * The walks through the product in a real browser, as steps that may run beside others and beside each other.
 * @param {string} root
 * @param {number} [parts]
 * @returns {{ steps: (() => Promise<Result[]>)[], close: () => Promise<Result[]> }} close, once all steps have ended,
 *   makes their results the last known and tells what is missing
 */
export function walksOf(root, parts = PARTS) {
  const origin = originOf(root)
  /** @type {Awaited<ReturnType<typeof walkPart>>[]} */
  const ended = []
  const steps = Array.from({ length: parts }, (_, index) => async () => {
    const part = await walkPart(root, index + 1, parts)
    ended.push(part)
    return part.results
  })
  const close = async () => {
    const reports = ended.flatMap(({ report }) => report ?? [])
    if (reports.length < parts) return []
    const whole = { suites: reports.flatMap(({ suites }) => suites), errors: reports.flatMap(({ errors }) => errors) }
    writeFileSync(join(resultsFolder(root), 'playwright.json'), JSON.stringify(whole))
    publish(root, 'playwright.json', await origin)
    const results = ended.flatMap((part) => part.results)
    const missing = results.every(({ status }) => status !== 'failed') ? belowFloor('walks', results) : []
    for (const result of missing) printResult(result)
    return missing
  }
  return { steps, close }
}

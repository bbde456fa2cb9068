import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPlaywright } from '../check/counts.mjs'
import { belowFloor } from '../check/floor.mjs'
import { originOf } from '../check/origin.mjs'
import { printResult, publish, refusedFile, resultsFolder } from '../check/results.mjs'
import { runTool } from '../check/steps.mjs'
import { offline } from './network.mjs'

const CONFIG = 'e2e/playwright.config.ts'

/**
 * Walks through the product in a real browser.
 * @param {string} root
 * @returns {Promise<import('../check/counts.mjs').Result[]>}
 */
export async function walk(root) {
  if (!existsSync(join(root, CONFIG))) {
    console.log('ok      0 walks')
    return []
  }
  const origin = await originOf(root)
  const folder = resultsFolder(root)
  const env = { ...offline(root, refusedFile(root)), PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'playwright.json') }
  const args = ['test', '-c', CONFIG, '--reporter=json', '--output', join(folder, 'walks')]
  const { code, output } = await runTool(root, 'playwright', args, env)
  /** @type {import('../check/counts.mjs').Result[]} */
  let results = []
  try {
    results = readPlaywright(JSON.parse(readFileSync(join(folder, 'playwright.json'), 'utf8')))
    publish(root, 'playwright.json', origin)
  } catch {
    // Nothing was written: the output below tells why.
  }
  if (code !== 0 && results.every(({ status }) => status !== 'failed')) {
    results.push({ title: 'walks', status: 'failed', seconds: 0, message: output })
  }
  if (results.every(({ status }) => status !== 'failed')) results.push(...belowFloor('walks', results))
  for (const result of results) printResult(result)
  return results
}

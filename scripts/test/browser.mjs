import { join } from 'node:path'
import { readPlaywright } from '../check/counts.mjs'
import { runWithReport } from './report.mjs'

/**
 * Runs the end-to-end tests with Playwright.
 * @param {string} root
 * @param {{ seed?: number, repeat?: number }} [options] seed: shuffles the order of the files; repeat: how often each
 *   test runs
 * @returns {Promise<import('../check/counts.mjs').Result[]>}
 */
export function runBrowser(root, { seed, repeat = 1 } = {}) {
  const file = join(root, '.results/playwright.json')
  const output = ['--reporter=list,json', '--output', join(root, '.results/browser')]
  const args = ['test', '-c', 'e2e/playwright.config.ts', ...output, ...(repeat > 1 ? [`--repeat-each=${repeat}`] : [])]
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(seed !== undefined && { FACET_TEST_SEED: String(seed) }) }
  return runWithReport(root, { tool: 'playwright', args, env, file, read: readPlaywright })
}

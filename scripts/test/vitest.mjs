import { join } from 'node:path'
import { readVitest } from '../check/counts.mjs'
import { runWithReport } from './report.mjs'

/**
 * Runs the unit, HTTP and DOM tests with Vitest.
 * @param {string} root
 * @param {{ seed?: number }} [options] seed: shuffles the order of the files
 * @returns {Promise<import('../check/counts.mjs').Result[]>}
 */
export function runVitest(root, { seed } = {}) {
  const shuffled = seed === undefined ? [] : [`--sequence.seed=${seed}`]
  /** @type {Record<string, string>} */
  const env = seed === undefined ? {} : { FACET_TEST_SEED: String(seed) }
  const file = join(root, '.results/vitest.json')
  const args = [
    'run',
    '--reporter=dot',
    '--reporter=json',
    '--silent=passed-only',
    `--outputFile.json=${file}`,
    ...shuffled,
  ]
  return runWithReport(root, { tool: 'vitest', args, env, file, read: readVitest })
}

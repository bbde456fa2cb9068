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
  const shuffle = seed === undefined ? [] : ['--sequence.shuffle.files', `--sequence.seed=${seed}`]
  const file = join(root, '.results/vitest.json')
  const args = [
    'run',
    '--reporter=dot',
    '--reporter=json',
    '--silent=passed-only',
    `--outputFile.json=${file}`,
    ...shuffle,
  ]
  return runWithReport(root, { tool: 'vitest', args, env: {}, file, read: readVitest })
}

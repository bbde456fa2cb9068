import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPlaywright, readVitest } from './check/counts.mjs'
import { countAreas, printAreas } from './check/requirements.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * @param {string} name
 * @param {(report: any) => import('./check/counts.mjs').Result[]} read
 */
function lastResults(name, read) {
  const file = join(root, '.results', name)
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : []
}

const results = [...lastResults('vitest.json', readVitest), ...lastResults('playwright.json', readPlaywright)]
const areas = countAreas(readFileSync(join(root, 'docs/requirements.md'), 'utf8'), results)
console.log(process.argv.includes('--json') ? JSON.stringify({ areas }) : printAreas(areas))

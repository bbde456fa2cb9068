import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPlaywright, readVitest } from './check/counts.mjs'
import { originOf, originText, stalenessText } from './check/origin.mjs'
import { countAreas, printAreas } from './check/requirements.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const now = await originOf(root)

/**
 * Returns the last results; if they belong to other sources, reports that and returns none.
 * @param {string} name
 * @param {(report: any) => import('./check/counts.mjs').Result[]} read
 */
function lastResults(name, read) {
  const file = join(root, '.results', name)
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const reason = report === undefined ? 'there are none' : stalenessText(report.origin, now)
  if (reason === undefined) {
    console.error(`${name}: ${originText(report.origin)}`)
    return read(report)
  }
  console.error(`The results of ${name} are rejected: ${reason}. Run npm test.`)
  process.exitCode = 1
  return []
}

const results = [...lastResults('vitest.json', readVitest), ...lastResults('playwright.json', readPlaywright)]
const countedAreas = countAreas(readFileSync(join(root, 'docs/reference/requirements.md'), 'utf8'), results)
console.log(process.argv.includes('--json') ? JSON.stringify(countedAreas) : printAreas(countedAreas))

import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { filesUnder } from './tree.mjs'

/**
 * @typedef {{ id: string, file: string, line: number, operator: string, from: string, to: string }} Fault
 *   one small change of the sources: the text that stood there and the text instead of it
 */

const SOURCE = /(?<!\.test)(?<!\.d)\.tsx?$/
const SWITCH = 'scripts/mutate/switch.mjs'

const silent = () => undefined
const log = /** @type {any} */ (
  new Proxy({}, { get: (_, key) => (String(key).startsWith('is') ? () => false : silent) })
)

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} its source files that run in the product
 */
export const sourcesIn = (root, folder) => filesUnder(root, folder).filter((file) => SOURCE.test(file))

/**
 * @param {string} content
 * @param {{ start: { line: number, column: number }, end: { line: number, column: number } }} location counted from 0
 */
function textAt(content, { start, end }) {
  const lines = content.split('\n').slice(start.line, end.line + 1)
  lines.push((lines.pop() ?? '').slice(0, end.column))
  return lines.join('\n').slice(start.column)
}

/**
 * Adds every mutant of Stryker's operators to sources, each behind a switch (`switch.mjs`).
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Promise<{ faults: Fault[], sources: Map<string, string> }>} the mutants by file and position, and the
 * mutated text of each file
 */
export async function mutantsIn(root, files) {
  /** @type {Fault[]} */
  const faults = []
  /** @type {Map<string, string>} */
  const sources = new Map()
  for (const file of files) {
    const content = readFileSync(join(root, file), 'utf8')
    const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }
    const instrumented = await new Instrumenter(log).instrument([{ name: file, mutate: true, content }], options)
    // Mutants are numbered per file, so that their ids do not depend on other files.
    for (const { id, location, mutatorName, replacement } of instrumented.mutants) {
      const origin = { file, line: location.start.line + 1, operator: mutatorName }
      faults.push({ id: `${file}#${id}`, ...origin, from: textAt(content, location), to: replacement })
    }
    sources.set(file, withSwitch(file, instrumented.files[0]?.content ?? content))
  }
  return { faults, sources }
}

/**
 * @param {string} file
 * @param {string} content with calls to the functions of Stryker
 */
function withSwitch(file, content) {
  const path = relative(dirname(file), SWITCH)
  const names = 'isMutantOn as fault_isOn, recordHit as fault_cover'
  const own = JSON.stringify(`${file}#`)
  return [
    `// @ts-nocheck`,
    `import { ${names} } from '${path}'`,
    `const stryMutAct_9fa48 = (id) => fault_isOn(${own} + id)`,
    `const stryCov_9fa48 = (...ids) => fault_cover(${own}, ids)`,
    content,
  ].join('\n')
}

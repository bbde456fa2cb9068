import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../start/processes.mjs'

/**
 * The state of the sources that a run has tested.
 * @typedef {{ commit: string | null, isChanged: boolean, sources: string, date: string }} Origin
 *   commit: null without a repository; isChanged: the sources differ from the commit; sources: the hash of their
 *   contents; date: ISO, when the run began
 */

const NO_SOURCE = new Set(
  ['node_modules', 'dist', '.git', '.facet', '.results', '.types', 'test-results', 'screens'].concat(['measures.md']),
)

/**
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]} every file that a test may depend on, in a fixed order
 */
function sourceFiles(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NO_SOURCE.has(name) && !name.endsWith('.log'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? sourceFiles(root, `${folder}${entry.name}/`) : [`${folder}${entry.name}`],
    )
}

/**
 * @param {string} root
 * @returns {string}
 */
function hashOf(root) {
  const sum = createHash('sha256')
  for (const file of sourceFiles(root)) sum.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return sum.digest('hex')
}

/**
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<string | null>} the output of git; null without a repository
 */
export async function runGit(root, args) {
  if (!existsSync(join(root, '.git'))) return null
  try {
    const { code, output } = await runProgram('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    return code === 0 ? output.trim() : null
  } catch {
    return null
  }
}

/**
 * @param {string} root
 * @returns {Promise<Origin>} the origin of the current sources
 */
export async function originOf(root) {
  const commit = await runGit(root, ['rev-parse', 'HEAD'])
  const changed = await runGit(root, ['status', '--porcelain'])
  return { commit, isChanged: changed !== '', sources: hashOf(root), date: new Date().toISOString() }
}

/**
 * @param {Origin} origin
 * @returns {string} in words
 */
export function originText({ commit, isChanged, date }) {
  const of = commit === null ? 'sources without a commit' : `${commit.slice(0, 10)}${isChanged ? ' and changes' : ''}`
  return `${of}, ${date}`
}

/**
 * @param {Partial<Origin> | undefined} origin of results
 * @param {Origin} now
 * @returns {string | undefined} why the results do not belong to the current sources
 */
export function stalenessText(origin, now) {
  if (!origin?.sources || !origin.date) return 'their sources are unknown'
  return origin.sources === now.sources
    ? undefined
    : `they are of ${originText(/** @type {Origin} */ (origin))}, the sources are now ${originText(now)}`
}

import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../start/processes.mjs'
import { checkEngines } from './engines.mjs'
import { checkHotFiles } from './hot-files.mjs'
import { checkLanguage } from './language.mjs'
import { checkNames } from './names.mjs'
import { checkProse } from './prose.mjs'
import { checkSmallFiles } from './small-files.mjs'
import { checkVersions } from './versions.mjs'

const ROOMS = 'core ui calls controls filters charts client server demo testing'.split(' ')
const PROJECTS = ['pure', 'web', 'server', 'test']
const SOURCE = /\.tsx?$/
/** Each additional checker of the compiler checks the common imports again: on two cores one is faster. */
const ONE_CHECKER = ['--checkers', '1']

/**
 * Programs that are started by the path of their module: their file in `node_modules/.bin` may be a shell script.
 * @type {Readonly<Record<string, string>>}
 */
const MODULES = { vitest: 'vitest/vitest.mjs' }

/**
 * @typedef {import('./counts.mjs').Result} Result
 * @typedef {{ ok: boolean, output: string, note?: string }} Outcome output is what explains a failure; note is printed
 *   whatever comes of it
 * @typedef {(root: string) => Promise<Outcome>} Step
 */

/**
 * Runs a program of an installed package with the current Node.
 * @param {string} root
 * @param {string} name as in node_modules/.bin
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [more]
 * @param {'pipe' | 'inherit'} [output] whether the output is returned or printed at once
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runTool(root, name, args, more = {}, output = 'pipe') {
  const module = MODULES[name]
  const file = module ? join(root, 'node_modules', module) : realpathSync(join(root, 'node_modules/.bin', name))
  const env = { ...process.env, NODE_ENV: undefined, NO_COLOR: '1', FORCE_COLOR: undefined, ...more }
  return runProgram(process.execPath, [file, ...args], { cwd: root, env, stdio: ['ignore', output, output] })
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Step}
 */
function tool(name, args) {
  return async (root) => {
    const { code, output } = await runTool(root, name, args)
    return { ok: code === 0, output }
  }
}

/**
 * @param {Step[]} steps
 * @returns {Step} runs them one after the other
 */
function inSequence(steps) {
  return async (root) => {
    const outcomes = []
    for (const step of steps) outcomes.push(await step(root))
    return { ok: outcomes.every(({ ok }) => ok), output: outcomes.map(({ output }) => output).join('') }
  }
}

/**
 * @param {string} root
 * @param {string} room
 * @returns {string[]}
 */
const sourcesOf = (root, room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => SOURCE.test(file))
    .map((file) => `${room}/${file}`)

/**
 * With the wrong compiler installed the tool reads no module and finds no fault, so what it read is
 * compared with what there is.
 * @type {Step}
 */
async function imports(root) {
  const rooms = ROOMS.filter((room) => existsSync(join(root, room)))
  const args = [...rooms, '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { output } = await runTool(root, 'depcruise', args)
  let report
  try {
    report = JSON.parse(output)
  } catch {
    return { ok: false, output }
  }
  /** @type {{ from: string, to: string, rule: { name: string } }[]} */
  const violations = report.summary.violations
  const read = new Set(report.modules.map((/** @type {{ source: string }} */ { source }) => source))
  const unread = rooms.flatMap((room) => sourcesOf(root, room)).filter((file) => !read.has(file))
  const lines = [
    ...violations.map(({ from, to, rule }) => `${from} -> ${to}: ${rule.name}`),
    ...unread.map((file) => `${file} was not read`),
  ]
  if (read.size === 0) lines.push('no module was read')
  return { ok: lines.length === 0, output: lines.join('\n') }
}

/**
 * The static checks of every commit, by the name that runs a single one.
 * @type {Record<string, Step>}
 */
export const steps = {
  format: tool('biome', ['format']),
  // Checks the types of each file with its own project, in the same pass as the rules.
  lint: tool('oxlint', ['--type-aware', '--type-check', '--deny-warnings']),
  types: inSequence(PROJECTS.map((project) => tool('tsc', ['-p', `tsconfig.${project}.json`, ...ONE_CHECKER]))),
  imports,
  'dead-code': inSequence([
    tool('knip', ['--treat-config-hints-as-errors']),
    tool('knip', ['--production', '--treat-config-hints-as-errors']),
  ]),
  engines: async (root) => checkEngines(root),
  versions: async (root) => checkVersions(root),
  names: inSequence([async (root) => checkNames(root), async (root) => checkLanguage(root)]),
  prose: async (root) => checkProse(root),
  'small-files': async (root) => checkSmallFiles(root),
  'hot-files': (root) => checkHotFiles(root),
}

/** The arguments of `npm run check`: the steps, and the tests without a browser. */
export const stepNames = ['tests', ...Object.keys(steps)]

/**
 * The steps of `npm test`. The compiler takes as much time again to find the type errors that lint has found: only `npm
 * run test:all` runs it.
 */
export const quickSteps = Object.keys(steps).filter((name) => name !== 'types')

/**
 * Runs one step and prints its outcome.
 * @param {string} root
 * @param {string} name
 * @returns {Promise<Result>}
 */
async function runStep(root, name) {
  const step = steps[name]
  if (!step) throw new Error(`There is no step ${name}`)
  const start = performance.now()
  const { ok, output, note } = await step(root)
  const seconds = (performance.now() - start) / 1000
  /** @type {Result} */
  const result = { title: name, status: ok ? 'passed' : 'failed', seconds, message: output }
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name}  ${seconds.toFixed(1)} s`)
  if (!ok) console.log(`${output.trim()}\n`)
  if (note) console.log(note)
  return result
}

/**
 * Runs static checks, two at a time.
 * @param {string} root
 * @param {readonly string[]} names
 * @returns {Promise<Result[]>}
 */
export async function runSteps(root, names) {
  const waiting = [...names]
  /** @type {Result[]} */
  const results = []
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) results.push(await runStep(root, name))
  }
  await Promise.all([lane(), lane()])
  return results
}

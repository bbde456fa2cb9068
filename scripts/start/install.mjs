import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { run } from './processes.mjs'

/**
 * @typedef {{ hash: string, dev: boolean }} Mark what was installed, written when an installation is complete
 * @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   overrides?: unknown }} Manifest
 */

/**
 * @param {string} file
 * @returns {any}
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} root */
const markFile = (root) => join(root, 'node_modules/.facet-installed')

/**
 * @param {Manifest} manifest
 * @returns {string}
 */
function hashOf({ dependencies, devDependencies, overrides }) {
  const wanted = [dependencies, devDependencies, overrides, process.platform, process.arch]
  return createHash('sha256').update(JSON.stringify(wanted)).digest('hex')
}

/**
 * npm writes its own list last, so a list with every pinned version is a complete tree.
 * @param {string} root
 * @param {Record<string, string>} pins
 * @returns {boolean}
 */
function npmHasInstalled(root, pins) {
  const packages = readJson(join(root, 'node_modules/.package-lock.json'))?.packages ?? {}
  return Object.entries(pins).every(([name, pin]) => {
    const version = pin.slice(pin.lastIndexOf('@') + 1)
    return packages[`node_modules/${name}`]?.version === version
  })
}

/**
 * @param {string} root
 * @param {boolean} dev whether the packages for tests are wanted too
 * @returns {boolean}
 */
export function isInstalled(root, dev) {
  const manifest = readJson(join(root, 'package.json'))
  /** @type {Mark | undefined} */
  const mark = readJson(markFile(root))
  if (mark) return mark.hash === hashOf(manifest) && (mark.dev || !dev)
  return npmHasInstalled(root, { ...manifest.dependencies, ...(dev && manifest.devDependencies) })
}

/**
 * @param {string} root
 * @returns {boolean} packages for tests are there, and must not be lost by an installation without them
 */
function hasDev(root) {
  const manifest = readJson(join(root, 'package.json'))
  return Object.keys(manifest?.devDependencies ?? {}).some((name) => existsSync(join(root, 'node_modules', name)))
}

/**
 * The environment without what an outer npm or NODE_ENV would impose on an inner npm.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(env) {
  const imposed =
    /^(NODE_ENV|npm_config_(omit|include|only|production|dev|prefix|local_prefix|global|dry_run|package_lock))$/i
  return Object.fromEntries(Object.entries(env).filter(([name]) => !imposed.test(name)))
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, string[]]} how to call npm: the one that called us, else the one beside this Node, else any
 */
function npmCommand(env) {
  const caller = env['npm_execpath']
  if (caller && basename(caller) === 'npm-cli.js') return [process.execPath, [caller]]
  const cli = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  return existsSync(cli) ? [process.execPath, [cli]] : ['npm', []]
}

/**
 * @param {string} root
 * @param {boolean} dev
 * @returns {Promise<void>}
 */
export async function install(root, dev) {
  const all = dev || hasDev(root)
  rmSync(markFile(root), { force: true })
  const [command, first] = npmCommand(process.env)
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const { code } = await run(command, [...first, 'install', all ? '--include=dev' : '--omit=dev', ...quiet], {
    cwd: root,
    env: npmEnvironment(process.env),
    stdio: ['ignore', 'ignore', 'inherit'],
  }).catch((error) => {
    throw new Error(`npm could not be run (${error.message}). Packages are installed with npm, which comes with Node.`)
  })
  if (code !== 0) throw new Error(`npm install failed with code ${code}`)
  /** @type {Mark} */
  const mark = { hash: hashOf(readJson(join(root, 'package.json'))), dev: all }
  writeFileSync(markFile(root), JSON.stringify(mark))
}

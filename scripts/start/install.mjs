import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { runProgram } from './processes.mjs'
import { deviations, LOCK_FILE, readInstalledVersions, readLock } from './versions.mjs'

/**
 * @typedef {{ hash: string, dev: boolean }} Mark what was installed, written when an installation is complete
 * @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   overrides?: unknown }} Manifest
 */

/** Milliseconds between progress messages. */
const TELL_EVERY_MS = 5000

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
 * @param {string} root
 * @returns {string} hash of the packages to install
 */
function wantedHash(root) {
  /** @type {Manifest} */
  const { dependencies, devDependencies, overrides } = readJson(join(root, 'package.json')) ?? {}
  const wanted = [dependencies, devDependencies, overrides, process.platform, process.arch]
  return createHash('sha256')
    .update(JSON.stringify(wanted))
    .update(readFileSync(join(root, LOCK_FILE)))
    .digest('hex')
}

/**
 * @param {string} root
 * @param {boolean} dev whether the packages for tests are included
 * @returns {boolean}
 */
export function isInstalled(root, dev) {
  /** @type {Mark | undefined} */
  const mark = readJson(markFile(root))
  if (mark) return mark.hash === wantedHash(root) && (mark.dev || !dev)
  // npm writes its own list last, so the tree is complete if the list has every pinned version.
  return deviations(readLock(root), readInstalledVersions(root), dev).length === 0
}

/**
 * @param {string} root
 * @returns {boolean} whether test packages are installed, which an installation without them must not remove
 */
function hasDev(root) {
  const manifest = readJson(join(root, 'package.json'))
  return Object.keys(manifest?.devDependencies ?? {}).some((name) => existsSync(join(root, 'node_modules', name)))
}

/**
 * Returns the environment without variables of an outer npm or NODE_ENV, which would affect an inner npm.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(env) {
  const imposed =
    /^(NODE_ENV|npm_config_(omit|include|only|production|dev|prefix|local_prefix|global|dry_run|package_lock|save))$/i
  return Object.fromEntries(Object.entries(env).filter(([name]) => !imposed.test(name)))
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, string[]]} how to call npm: the one that started this process, else the one next to this Node,
 * else any
 */
function npmCommand(env) {
  const caller = env['npm_execpath']
  if (caller && basename(caller) === 'npm-cli.js') return [process.execPath, [caller]]
  const cli = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  return existsSync(cli) ? [process.execPath, [cli]] : ['npm', []]
}

/**
 * Runs npm in the project folder to its end.
 * @param {string} root
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runNpm(root, args) {
  const [command, first] = npmCommand(process.env)
  return runProgram(command, [...first, ...args, '--no-audit', '--no-fund', '--package-lock', '--loglevel=error'], {
    cwd: root,
    env: npmEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  }).catch((error) => {
    throw new Error(`npm could not be run (${error.message}). Packages are installed with npm, which comes with Node.`)
  })
}

/**
 * Returns the folders of the packages that every platform needs.
 * @param {string} root
 * @param {boolean} dev
 * @returns {string[]}
 */
function neededFolders(root, dev) {
  return Object.entries(readLock(root).packages)
    .filter(([folder, held]) => folder !== '' && !held.optional && !held.devOptional && (dev || !held.dev))
    .map(([folder]) => folder)
}

/** Codes with which npm reports that its cached description of a package does not have the pinned version. */
const STALE_CACHE = /\b(ETARGET|ENOTCACHED)\b/

/**
 * Runs `npm install`. The lock pins versions and their hashes, so cached descriptions of packages are not revalidated
 * unless one lacks a version.
 * @param {string} root
 * @param {string} kind the option that includes or omits packages for tests
 * @returns {Promise<{ code: number, output: string }>}
 */
async function installPinned(root, kind) {
  const args = ['install', kind, '--no-save']
  const cached = await runNpm(root, [...args, '--prefer-offline'])
  return cached.code !== 0 && STALE_CACHE.test(cached.output) ? runNpm(root, args) : cached
}

/**
 * Installs the pinned versions without changing the lock. Reports progress every few seconds.
 * @param {string} root
 * @param {boolean} dev
 * @param {(line: string) => void} tell
 * @param {number} [everyMs]
 * @returns {Promise<void>}
 */
export async function install(root, dev, tell, everyMs = TELL_EVERY_MS) {
  const all = dev || hasDev(root)
  const needed = neededFolders(root, all)
  const begun = performance.now()
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`
  tell(`Installing ${needed.length} packages into node_modules with npm (this happens once) ...`)
  const telling = setInterval(() => {
    const there = needed.filter((folder) => existsSync(join(root, folder, 'package.json'))).length
    tell(`  ${there} of ${needed.length} packages are there, ${seconds()}`)
  }, everyMs)
  rmSync(markFile(root), { force: true })
  const kind = all ? '--include=dev' : '--omit=dev'
  const { code, output } = await installPinned(root, kind).finally(() => clearInterval(telling))
  if (code !== 0) throw new Error(`Packages could not be installed; npm install ended with ${code}:\n${output.trim()}`)
  /** @type {Mark} */
  const mark = { hash: wantedHash(root), dev: all }
  writeFileSync(markFile(root), JSON.stringify(mark))
  tell(`Installed packages in ${seconds()}`)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One package of package-lock.json, by its folder.
 * @typedef {object} Held
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {{ packages: Record<string, Held> }} Lock
 */

export const LOCK_FILE = 'package-lock.json'

/**
 * @param {string} root
 * @returns {Lock}
 */
export const readLock = (root) => JSON.parse(readFileSync(join(root, LOCK_FILE), 'utf8'))

/**
 * @param {string} root
 * @returns {Lock} npm's list of installed packages; empty if there is none
 */
export function readInstalledVersions(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'))
  } catch {
    return { packages: {} }
  }
}

/**
 * Returns packages that are not installed in the pinned version; those of other platforms or only for tests may be
 * missing.
 * @param {Lock} lock
 * @param {Lock} installed
 * @param {boolean} dev whether the packages for tests are required
 * @returns {string[]}
 */
export function deviations(lock, installed, dev) {
  return Object.entries(lock.packages).flatMap(([folder, held]) => {
    const there = installed.packages[folder]?.version
    const mayLack = held.optional || held.devOptional || (held.dev && !dev)
    if (folder === '' || there === held.version || (there === undefined && mayLack)) return []
    return [`${folder} is ${there ?? 'missing'}, ${held.version} is locked`]
  })
}

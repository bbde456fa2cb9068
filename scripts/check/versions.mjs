import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingDependencies } from '../lock/complete-lock.mjs'
import { deviations, LOCK_FILE, readInstalledVersions, readLock } from '../start/versions.mjs'

/** @import { Lock } from '../start/versions.mjs' */

const KINDS = /** @type {const} */ (['dependencies', 'devDependencies'])

/**
 * @param {Lock} lock
 * @param {any} manifest package.json
 * @returns {string[]}
 */
function pinFaults(lock, manifest) {
  return KINDS.flatMap((kind) => {
    const [wanted, held] = [manifest[kind] ?? {}, lock.packages['']?.[kind] ?? {}]
    return [...new Set([...Object.keys(wanted), ...Object.keys(held)])]
      .filter((name) => wanted[name] !== held[name])
      .map((name) => `${name}: package.json says ${wanted[name] ?? 'nothing'}, ${LOCK_FILE} ${held[name] ?? 'nothing'}`)
  })
}

/**
 * Checks that every package, at any depth and for every platform, has exactly one pinned version, and that it is
 * installed.
 * @param {string} root
 * @returns {{ ok: boolean, output: string }}
 */
export function checkVersions(root) {
  if (!existsSync(join(root, LOCK_FILE)))
    return { ok: false, output: `There is no ${LOCK_FILE}: npm run lock makes it` }
  const lock = readLock(root)
  const installed = readInstalledVersions(root)
  const unheld = missingDependencies(lock).map(
    ({ from, name, version }) => `${name} ${version}, wanted by ${from || 'us'}, is not locked`,
  )
  const addressed = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)
  const faults = [...pinFaults(lock, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))), ...unheld]
  if (faults.length > 0) faults.push('npm run lock takes up what package.json says')
  faults.push(...addressed.map(([folder]) => `${folder} names a registry`), ...deviations(lock, installed, true))
  const strange = Object.keys(installed.packages).filter((folder) => !lock.packages[folder])
  faults.push(...strange.map((folder) => `${folder} is installed and not locked`))
  return { ok: faults.length === 0, output: faults.join('\n') }
}

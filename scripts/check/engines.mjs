import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** @type {{ satisfies(version: string, range: string): boolean }} */
const semver = createRequire(import.meta.url)('semver')

/** The oldest Node version that Facet supports. */
const OLDEST = '20.19.0'

/**
 * @param {string} folder a node_modules folder
 * @returns {string[]} the folders of all packages in it and beneath
 */
function packagesIn(folder) {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  const folders = names.flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(folder, name)).map((inner) => join(folder, name, inner))
      : join(folder, name),
  )
  return folders.flatMap((found) => [found, ...packagesIn(join(found, 'node_modules'))])
}

/**
 * Checks that no installed package requires a newer Node than Facet.
 * @param {string} root
 * @returns {{ ok: boolean, output: string }}
 */
export function checkEngines(root) {
  const manifests = packagesIn(join(root, 'node_modules')).map((folder) => join(folder, 'package.json'))
  const packages = manifests.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const refusing = packages.filter(({ engines }) => engines?.node && !semver.satisfies(OLDEST, engines.node))
  const lines = refusing.map(({ name, version, engines }) => `${name} ${version} needs Node ${engines.node}`)
  if (packages.length === 0) lines.push('no package is installed')
  return { ok: lines.length === 0, output: lines.join('\n') }
}

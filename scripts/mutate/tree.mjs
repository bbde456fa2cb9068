import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GENERATED = new Set(['node_modules', 'dist', 'test-results'])

/** @param {string} name of what stands at the root */
const isOurs = (name) => !GENERATED.has(name) && !(name.startsWith('.') && /^\.(git|results|facet|types)$/.test(name))

/**
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]} all files of the project under a folder, relative to the root, without generated and hidden ones
 */
export function filesUnder(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !(folder === '' && GENERATED.has(name)))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? filesUnder(root, path) : [path]
    })
    .toSorted()
}

/**
 * A copy of the project to run tests in; the packages are shared.
 * @param {string} root
 * @param {ReadonlyMap<string, string>} sources texts that stand in the copy instead of those of the project
 * @returns {string} its folder
 */
export function copyOf(root, sources) {
  const copy = mkdtempSync(join(tmpdir(), 'facet-mutate-'))
  for (const name of readdirSync(root).filter(isOurs)) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(join(copy, '.mutate'))
  for (const [file, text] of sources) writeFileSync(join(copy, file), text)
  return copy
}

import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GENERATED = new Set(['node_modules', 'dist', 'test-results'])

/** @param {string} name of an entry in the root folder */
const isOurs = (name) => !GENERATED.has(name) && !(name.startsWith('.') && /^\.(git|results|facet|types)$/.test(name))

/**
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]} all project files below a folder, relative to the root, without generated and hidden ones
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
 * Creates a copy of the project to run tests in; packages are shared.
 * @param {string} root
 * @param {ReadonlyMap<string, string>} sources texts that replace files in the copy
 * @returns {string} its folder
 */
export function createProjectCopy(root, sources) {
  const copy = mkdtempSync(join(tmpdir(), 'facet-mutate-'))
  for (const name of readdirSync(root).filter(isOurs)) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(join(copy, '.mutate'))
  for (const [file, text] of sources) writeFileSync(join(copy, file), text)
  return copy
}

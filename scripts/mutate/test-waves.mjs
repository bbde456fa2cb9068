import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { filesUnder } from './tree.mjs'

const NAMED = /['"`]((?:\.{1,2}|#\w+)\/[^'"`\n*$]+)['"`]/g
const MODULE = /\.(tsx?|mjs)$/

/**
 * @param {string} root
 * @param {string} file
 * @returns {string[]} the project files that it imports
 */
function filterParamsIn(root, file) {
  const names = [...readFileSync(join(root, file), 'utf8').matchAll(NAMED)].map(([, name = '']) => name)
  return names
    .map((name) => (name.startsWith('#') ? name.slice(1) : posix.join(dirname(file), name)))
    .filter((name) => MODULE.test(name) && existsSync(join(root, name)))
}

const isTest = (/** @type {string} */ file) => /\.test\.(tsx?|mjs)$/.test(file)

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[][]} test files that may run code of the folder, without duplicates: those in it, those that import
 * it directly, those that import it indirectly
 */
export function testWavesOf(root, folder) {
  const modules = filesUnder(root).filter((file) => MODULE.test(file))
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const file of modules)
    for (const name of filterParamsIn(root, file)) importers.set(name, [...(importers.get(name) ?? []), file])
  const inside = modules.filter((file) => file.startsWith(`${folder}/`))
  const direct = inside.flatMap((file) => importers.get(file) ?? [])
  const all = new Set(inside)
  for (const file of all) for (const importer of importers.get(file) ?? []) all.add(importer)
  /** @type {Set<string>} */
  const taken = new Set()
  return [inside, direct, [...all]].map((wave) => {
    const fresh = [...new Set(wave)].filter((file) => isTest(file) && !taken.has(file))
    for (const file of fresh) taken.add(file)
    return fresh
  })
}

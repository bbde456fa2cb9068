import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MODULES = 'core ui calls controls filters charts client server demo testing'.split(' ')
const SOURCE = /\.(tsx?|mjs)$/
const TEST = /\.(test|e2e)\./
const EXPORTED = /^export (?:abstract )?(?:async )?(?:const|let|function|class|interface|type|enum) (\w+)/gm
const LIST = 'scripts/check/private-names.txt'

/** Words that must not occur in names. */
const FORBIDDEN = new Set(
  `asked asking told noted kept sealed road roads parcel parcels conveyor conveyors works ground grounds sight lit ink
  hands thing things culprit culprits fleet leash stranger strangers refusal beside gone apart alone elsewhere most world
  facts acts stands`.split(/\s+/),
)
/** Words that are allowed only together with a specifying noun. */
const NEEDS_NOUN = new Set('kind place moment span reach turn bin sheet words'.split(' '))
/** Wire names. */
const WIRE = /world_?map/i

/**
 * @param {string} name
 * @returns {string[]} the words of a name in lower case
 */
const partsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/**
 * @param {string} name
 * @returns {boolean} whether a name has a word that only this project uses
 */
export function isPrivateName(name) {
  if (WIRE.test(name)) return false
  const parts = partsOf(name)
  if (parts.length === 1 && NEEDS_NOUN.has(parts[0] ?? '')) return true
  // "Most" means a limit only at the start of constants.
  return parts.some((part) => FORBIDDEN.has(part) && (part !== 'most' || /^MOST(_|$)/.test(name)))
}

/**
 * @param {string} root
 * @returns {string[]} files and exported names (`file#name`) with private words
 */
function privateNames(root) {
  const files = MODULES.filter((module) => existsSync(join(root, module)))
    .flatMap((module) =>
      readdirSync(join(root, module), { recursive: true, encoding: 'utf8' }).map((file) => `${module}/${file}`),
    )
    .filter((file) => SOURCE.test(file) && !file.includes('/migrations/'))
  const ownName = (/** @type {string} */ file) =>
    (file.split('/').at(-1) ?? '').replace(/(\.(test|dom|e2e))*\.\w+$/, '')
  const names = (/** @type {string} */ file) =>
    TEST.test(file)
      ? []
      : Array.from(readFileSync(join(root, file), 'utf8').matchAll(EXPORTED), ([, name = '']) => name)
          .filter(isPrivateName)
          .map((name) => `${file}#${name}`)
  return files.flatMap((file) => [...(isPrivateName(ownName(file)) ? [file] : []), ...names(file)]).toSorted()
}

/**
 * Checks that there are no new names with private words: the list of known ones may only shrink.
 * @param {string} root
 * @param {readonly string[]} [known]
 * @returns {{ ok: boolean, output: string }}
 */
export function checkLanguage(root, known) {
  const list = known ?? readFileSync(join(root, LIST), 'utf8').split('\n').filter(Boolean)
  const found = new Set(privateNames(root))
  const listed = new Set(list)
  const lines = [
    ...[...found]
      .filter((name) => !listed.has(name))
      .map((name) => `${name} has a word that only this project uses: take the standard term`),
    ...list.filter((name) => !found.has(name)).map((name) => `${name} no longer exists: take it from ${LIST}`),
  ]
  return { ok: lines.length === 0, output: lines.join('\n') }
}

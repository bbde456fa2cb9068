import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = /^(?!.*\.test\.).*\.tsx?$/
const EXPORTED = /^export (?:abstract )?(?:async )?(?:const|let|function|class|interface|type|enum) (\w+)/gm
/** Folders with equal structure: each engine has its `dialect`, each migration its `up`. */
const ALIKE = [
  /^(server\/engines)\/[^/]+\//,
  /^(server\/resources)\/[^/]+\//,
  /^(server\/commands)\/[^/]+\//,
  /^(server\/store\/migrations)\//,
  /^(server\/resources\/legacy\/shapes)\//,
]

/** Names with two meanings; the list may only shrink. */
const TWICE = `Aggregate Context Engine Failure Grouping ListQuery Operator Parsed Reader
  Rendering Row RowRule Settings Table bind chartIdsOf checkLength column columnsOf
  depthOf errorOf failureOf flag keyOf labelOf listOf readForm sourceOf text`

/**
 * @param {string} root
 * @returns {Map<string, string[]>} exported names that are defined in two places, with the files
 */
function namesTwice(root) {
  const files = ['core', 'server']
    .filter((room) => existsSync(join(root, room)))
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter((file) => SOURCE.test(file))
    .toSorted()
  /** @type {Map<string, string[]>} */
  const filesByName = new Map()
  for (const file of files) {
    const names = new Set(
      Array.from(readFileSync(join(root, file), 'utf8').matchAll(EXPORTED), ([, name = '']) => name),
    )
    for (const name of names) filesByName.set(name, [...(filesByName.get(name) ?? []), file])
  }
  const home = (/** @type {string} */ file) => ALIKE.map((room) => room.exec(file)?.[1]).find(Boolean) ?? file
  return new Map([...filesByName].filter(([, at]) => new Set(at.map(home)).size > 1))
}

/**
 * Checks that each exported name is defined once in `core` and `server`, so that a search finds one definition.
 * @param {string} root
 * @param {readonly string[]} [known]
 * @returns {{ ok: boolean, output: string }}
 */
export function checkNames(root, known = TWICE.split(/\s+/).filter(Boolean)) {
  const twice = namesTwice(root)
  const lines = [
    ...[...twice]
      .filter(([name]) => !known.includes(name))
      .map(([name, at]) => `${name} is defined in ${at.join(', ')}`),
    ...known
      .filter((name) => !twice.has(name))
      .map((name) => `${name} is defined once: take it from the list in scripts/check/names.mjs`),
  ]
  return { ok: lines.length === 0, output: lines.join('\n') }
}

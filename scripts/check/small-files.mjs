import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'

const FOLDERS = 'core ui calls controls filters charts client server demo'.split(' ')
const TEST_FOLDERS = ['testing', 'e2e', 'bench', 'stress']
const SOURCE = /\.tsx?$/
const TEST = /\.test\.tsx?$/
const WORKER = /-worker\.ts$/
const SMALL = 40
const LIMIT = 400
const COMPONENT_LIMIT = 250
const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*['"]([#.][^'"]+\.tsx?)['"]/g
const LAZY = /(?:\bimport\(|new URL\()\s*['"]([#.][^'"]+\.tsx?)['"]/g

/** The file names of plug-in contracts. */
const CONTRACT = [
  /^charts\/(?!shared\/)[^/]+\/(index|controls|query|props|View|migrations|legacy|mask|selection|spreadsheet|option|texts)\.tsx?$/,
  /^(controls|filters)\/(?!shared\/)[^/]+\/(index|View|drop)\.tsx?$/,
]
/** Lists with one file for each of their parts. */
const LISTS = [
  /^core\/post\/index\.ts$/,
  /^server\/commands\/[^/]+\/index\.ts$/,
  /^server\/data\/stages\/index\.ts$/,
  /^server\/resources\/(?!shared\/)[^/]+\/(index|routes)\.ts$/,
  /^server\/resources\/legacy\/shapes\/index\.ts$/,
  /^server\/store\/(store|migrations\/index)\.ts$/,
]

/**
 * Small files that stay, each with the reason; the list may only shrink.
 * @type {Readonly<Record<string, string>>}
 */
const SEPARATE = {
  'charts/deck_scatter/point-layer.tsx': 'the example of a map layer in the documentation',
  'client/chart/LayerErrors.tsx': 'has a style sheet of its own',
  'client/dashboard/edit/DropIndicator.tsx': 'has a style sheet of its own',
  'server/engines/duckdb/create-table.ts': 'the statements that create a table',
  'server/engines/duckdb/parquet-rows.ts': 'the row count of a Parquet file',
  'server/engines/duckdb/query-plan.ts': 'the plan of a query',
  'server/engines/postgres/unsupported-elements.ts': 'the node types of the parser',
  'server/engines/postgres/tree-depth.ts': 'the depth of a syntax tree',
  'ui/input/NumberSteppers.tsx': 'has a style sheet of its own',
}

/**
 * @param {string} root
 * @returns {Map<string, string>} the sources of the product and its tests by file
 */
function readSources(root) {
  const files = [...FOLDERS, ...TEST_FOLDERS]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
  return new Map(
    files.filter((file) => SOURCE.test(file)).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
}

/**
 * @param {string} from
 * @param {string} specifier
 */
const resolveImport = (from, specifier) =>
  specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(from), specifier)

/** @param {string} text */
const linesIn = (text) => text.split('\n').length - 1

/**
 * Returns the files below 40 lines that could be merged: their only importer is in the same folder and has room for
 * them, they have no test, and their name belongs to no contract.
 * @param {Map<string, string>} sources
 * @returns {{ file: string, importer: string }[]}
 */
function mergeable(sources) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map()
  const lazy = new Set()
  for (const [file, text] of sources) {
    for (const [, specifier = ''] of text.matchAll(IMPORTED)) {
      const target = resolveImport(file, specifier)
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
    }
    for (const [, specifier = ''] of text.matchAll(LAZY)) lazy.add(resolveImport(file, specifier))
  }
  const tested = new Set([...sources.keys()].filter((file) => TEST.test(file)).map((file) => stemOf(file)))
  return [...sources].flatMap(([file, text]) => {
    const [importer, ...others] = importers.get(file) ?? []
    if (importer === undefined || others.length > 0 || dirname(importer) !== dirname(file)) return []
    const isPart = CONTRACT.some((pattern) => pattern.test(file)) || LISTS.some((pattern) => pattern.test(importer))
    if (isPart || TEST_FOLDERS.includes(file.split('/')[0] ?? '')) return []
    if (TEST.test(importer) || WORKER.test(file) || lazy.has(file) || tested.has(stemOf(file))) return []
    const limit = importer.endsWith('.tsx') ? COMPONENT_LIMIT : LIMIT
    const isLarge = linesIn(text) >= SMALL || linesIn(text) + linesIn(sources.get(importer) ?? '') > limit
    return isLarge || (file.endsWith('.tsx') && importer.endsWith('.ts')) ? [] : [{ file, importer }]
  })
}

/** @param {string} file */
const stemOf = (file) => `${dirname(file)}/${basename(file).split('.')[0]}`

/**
 * Checks that no small file could be merged into its only importer.
 * @param {string} root
 * @param {Readonly<Record<string, string>>} [separate]
 * @returns {{ ok: boolean, output: string }}
 */
export function checkSmallFiles(root, separate = SEPARATE) {
  const found = mergeable(readSources(root))
  const fresh = found.filter(({ file }) => !Object.hasOwn(separate, file))
  const names = new Set(found.map(({ file }) => file))
  const lines = [
    ...fresh.map(({ file, importer }) => `${file} is small and only ${importer} imports it: merge them`),
    ...Object.keys(separate)
      .filter((file) => !names.has(file))
      .map((file) => `${file} needs no exception in scripts/check/small-files.mjs`),
  ]
  return { ok: lines.length === 0, output: lines.join('\n') }
}

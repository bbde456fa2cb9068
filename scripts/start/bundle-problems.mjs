import { existsSync, readFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LOCK_FILE, readLock } from './versions.mjs'

/** @import { Metafile } from 'esbuild' */

/**
 * @typedef {object} Parts what is known of the packages, as in bundle-parts.mjs
 * @property {readonly string[]} optional
 * @property {Readonly<Record<string, string>>} harmless
 * @property {readonly string[]} defaultOnly
 *
 * @typedef {object} Built a bundle as it was written
 * @property {string} root
 * @property {string} outdir
 * @property {Metafile} metafile
 */

const OWN_FILES = /\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:url|dirname|filename)\b|\.wasm\b|\.node['"`]/
const PROGRAM = /['"`](?:\.\/)?([\w-]+-(?:worker|child))(?:\.js)?['"`]/g
const ADJACENT_MODULE =
  /new URL\(\s*['"]([^'"]+)['"]\s*,\s*import\.meta\.url|join\(\s*import\.meta\.dirname\s*,\s*['"]([^'"]+)['"]/g
const RESOLVED = /\.resolve\(\s*['"]([^'"./][^'"]*\/[^'"]*)['"]\s*\)/g
const STATIC_IMPORT = /\bimport\s*(?:[\w$]+\s*,?\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/g

/**
 * @param {string} file path in the form of esbuild
 * @returns {string | undefined} the package that it belongs to
 */
const packageOf = (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]

/** @param {string} name */
const isBuiltin = (name) => name.startsWith('node:') || builtinModules.includes(name)

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @returns {string[]} the first group of each match
 */
const matches = (pattern, text) =>
  [...text.matchAll(pattern)].map((match) => match.slice(1).find((group) => group !== undefined) ?? '')

/**
 * Returns packages that would look for files next to the bundle, and names that the bundle would lose.
 * @param {Built} built
 * @param {Parts} parts
 * @returns {string[]}
 */
function faultsOfInputs({ root, metafile }, { harmless, defaultOnly }) {
  /** @type {Set<string>} */
  const found = new Set()
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    const owner = packageOf(file)
    // Modules that esbuild leaves empty have a prefix and no file.
    const text = owner && existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
    if (owner && !(owner in harmless) && OWN_FILES.test(text))
      found.add(`${owner} loads files of its own (${file}), which a bundle does not have`)
    for (const { kind, path, external } of imports) {
      const wanted = packageOf(path)
      if (kind !== 'dynamic-import' || external || !wanted || defaultOnly.includes(wanted)) continue
      if (metafile.inputs[path]?.format === 'cjs')
        found.add(`${wanted} is CommonJS imported on demand (${file}): a bundle keeps only its default`)
    }
  }
  return [...found]
}

/**
 * Returns packages inside the bundle that are installed only with the test packages. A start installs none of these, so
 * that a bundle built there lacks them.
 * @param {Built} built
 * @returns {string[]}
 */
function faultsOfTestPackages({ root, metafile }) {
  const { packages } = existsSync(join(root, LOCK_FILE)) ? readLock(root) : { packages: {} }
  const folders = new Set(
    Object.keys(metafile.inputs).map((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? ''),
  )
  return [...folders]
    .filter((folder) => packages[folder]?.dev)
    .map((folder) => `${packageOf(`${folder}/`)} is a package of the tests, which a start does not install`)
}

/**
 * Returns missing scripts of threads and processes, and missing data files, that our sources expect next to the bundle.
 * @param {Built} built
 * @returns {string[]}
 */
function faultsOfFiles({ root, outdir, metafile }) {
  const { resolve } = createRequire(join(outdir, 'main.js'))
  return Object.keys(metafile.inputs)
    .filter((file) => !file.includes('node_modules/') && existsSync(join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const extra = [...matches(PROGRAM, text).map((name) => `${name}.js`), ...matches(ADJACENT_MODULE, text)]
      const lacking = extra.filter((name) => !existsSync(join(outdir, name)))
      const unresolved = matches(RESOLVED, text).filter((name) => !resolves(resolve, name))
      return [...new Set([...lacking, ...unresolved])].map((name) => `${name} is missing (${file})`)
    })
}

/**
 * @param {NodeJS.RequireResolve} resolve
 * @param {string} name
 */
function resolves(resolve, name) {
  try {
    return resolve(name) !== ''
  } catch {
    return false
  }
}

/**
 * Returns the names that the bundle imports from each external package; none for one that is only required.
 * @param {Built} built
 * @returns {Map<string, Set<string>>}
 */
function outsideNames({ root, metafile }) {
  /** @type {Map<string, Set<string>>} */
  const names = new Map()
  for (const [file, { imports }] of Object.entries(metafile.outputs)) {
    const outside = new Set(
      imports.filter(({ external, path }) => external && !isBuiltin(path)).map(({ path }) => path),
    )
    for (const name of outside) if (!names.has(name)) names.set(name, new Set())
    if (outside.size === 0) continue
    for (const [, list = '', name = ''] of readFileSync(join(root, file), 'utf8').matchAll(STATIC_IMPORT)) {
      if (!outside.has(name)) continue
      for (const each of list.split(',')) names.get(name)?.add(each.trim().split(/\s+as\s+/)[0] ?? '')
    }
  }
  return names
}

/**
 * Returns external packages that cannot be loaded from the bundle's folder, or lack an imported name.
 * @param {Built} built
 * @param {Parts} parts
 * @returns {Promise<string[]>}
 */
async function faultsOutside(built, { optional }) {
  const { resolve } = createRequire(join(built.outdir, 'main.js'))
  /** @type {string[]} */
  const found = []
  for (const [name, wanted] of outsideNames(built)) {
    if (optional.includes(name)) continue
    try {
      const exported = await import(pathToFileURL(resolve(name)).href)
      const lacking = [...wanted].filter((each) => each !== '' && !(each in exported))
      if (lacking.length > 0) found.push(`${name} exports no ${lacking.join(', ')}`)
    } catch (error) {
      found.push(
        `${name} cannot be loaded: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`,
      )
    }
  }
  return found
}

/**
 * Returns what would be missing when the bundle runs, by name. Only the bundle can be checked for it, because the
 * sources run without these faults.
 * @param {Built} built
 * @param {Parts} parts
 * @returns {Promise<string[]>}
 */
export async function bundleProblems(built, parts) {
  return [
    ...faultsOfInputs(built, parts),
    ...faultsOfTestPackages(built),
    ...faultsOfFiles(built),
    ...(await faultsOutside(built, parts)),
  ]
}

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Everything the built client and server are made of. */
const SOURCES =
  'core ui calls controls filters charts client server demo scripts/start package.json tsconfig.json'.split(' ')
const NOT_BUILT = /\.test\.tsx?$|^demo\/(data|bundles)$/

/**
 * @typedef {{ seen: string, content: string }} Stamp
 *   seen: hash of path, size and time of every source, quick to make; content: hash of the contents
 */

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} the files at or under the path, relative to root, in a fixed order
 */
function filesUnder(root, path) {
  if (NOT_BUILT.test(path)) return []
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [path]
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesUnder(root, `${path}/${name}`))
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 * @param {(path: string) => string | Buffer} read
 * @returns {string}
 */
function hash(root, files, read) {
  const sum = createHash('sha256').update(process.version)
  for (const file of files) sum.update(`\0${file}\0`).update(read(join(root, file)))
  return sum.digest('hex')
}

/** @param {string} path */
function sizeAndTime(path) {
  const { size, mtimeMs } = statSync(path)
  return `${size} ${mtimeMs}`
}

/** @param {string} root */
const stampFile = (root) => join(root, 'dist/.stamp')

/**
 * @param {string} root
 * @returns {Stamp | undefined}
 */
function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Takes the print of the sources, to be written once they are built.
 * @param {string} root
 * @returns {Stamp}
 */
export function takeStamp(root) {
  const files = SOURCES.flatMap((path) => filesUnder(root, path))
  return { seen: hash(root, files, sizeAndTime), content: hash(root, files, (path) => readFileSync(path)) }
}

/**
 * @param {string} root
 * @returns {boolean} what stands in dist was built from the sources as they are
 */
export function isBuilt(root) {
  const built = readStamp(root)
  if (!built) return false
  const files = SOURCES.flatMap((path) => filesUnder(root, path))
  if (built.seen === hash(root, files, sizeAndTime)) return true
  return built.content === hash(root, files, (path) => readFileSync(path))
}

/** @param {string} root */
export function removeStamp(root) {
  rmSync(stampFile(root), { force: true })
}

/**
 * Whole or not at all: a reader never sees half a stamp.
 * @param {string} root
 * @param {Stamp} stamp
 */
export function writeStamp(root, stamp) {
  const file = stampFile(root)
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(stamp))
  renameSync(draft, file)
}

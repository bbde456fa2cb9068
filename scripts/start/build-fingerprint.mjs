import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sources of the built client and server. */
const SOURCES =
  'core ui calls controls filters charts client server demo scripts/start package.json package-lock.json tsconfig.json'.split(
    ' ',
  )
const NOT_BUILT = /\.test\.tsx?$|^demo\/(data|bundles)$/
const STAMP = '.stamp'
const SOURCE_LIST = '.sources.json'

/**
 * @typedef {{ node: string, seen: string, content: string }} Stamp
 *   node: its version; seen: hash of path, size and time of every source, quick to make; content: hash of the contents
 * @typedef {Record<string, string>} SourceList path and hash of the content of each source
 * @typedef {{ stamp: Stamp, sources: SourceList }} Print what is known of the sources at one moment
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

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text).digest('hex')

/**
 * @param {string} root
 * @returns {string}
 */
function seenNow(root) {
  const seen = SOURCES.flatMap((path) => filesUnder(root, path)).map((file) => {
    const { size, mtimeMs } = statSync(join(root, file))
    return `${file} ${size} ${mtimeMs}`
  })
  return hash(seen.join('\0'))
}

/**
 * Returns the fingerprint of the sources, to be written after the build.
 * @param {string} root
 * @returns {Print}
 */
export function takeFingerprint(root) {
  const files = SOURCES.flatMap((path) => filesUnder(root, path))
  const sources = Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('base64url'),
    ]),
  )
  return { stamp: { node: process.version, seen: seenNow(root), content: hash(JSON.stringify(sources)) }, sources }
}

/**
 * @param {string} build
 * @returns {Stamp | undefined}
 */
function readStamp(build) {
  try {
    return JSON.parse(readFileSync(join(build, STAMP), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string} build
 * @returns {boolean} whether the build is complete
 */
export const isCompleteBuild = (build) => readStamp(build) !== undefined

/**
 * @param {string} root
 * @param {string} build
 * @returns {boolean} whether the build was made from the current sources, by this Node
 */
export function isBuiltFromSources(root, build) {
  const built = readStamp(build)
  if (built?.node !== process.version) return false
  return built.seen === seenNow(root) || built.content === takeFingerprint(root).stamp.content
}

/**
 * @param {string} root
 * @param {string} build
 * @returns {string} why the build cannot be used
 */
export function staleReason(root, build) {
  const built = readStamp(build)
  if (!built) return 'nothing is built yet'
  if (built.node !== process.version) return `it was built with Node ${built.node}, this is ${process.version}`
  /** @type {SourceList} */
  let before = {}
  try {
    before = JSON.parse(readFileSync(join(build, SOURCE_LIST), 'utf8'))
  } catch {
    return 'sources have changed'
  }
  const now = takeFingerprint(root).sources
  const changed = [...new Set([...Object.keys(now), ...Object.keys(before)])].filter(
    (file) => now[file] !== before[file],
  )
  const [first = 'a source', ...others] = changed.toSorted()
  if (others.length === 0) return `${first} has changed`
  return `${first} and ${others.length} other ${others.length === 1 ? 'source' : 'sources'} have changed`
}

/**
 * Writes the fingerprint into a build that is not in use yet.
 * @param {string} build
 * @param {Print} print
 */
export function writeFingerprint(build, { stamp, sources }) {
  writeFileSync(join(build, SOURCE_LIST), JSON.stringify(sources))
  writeFileSync(join(build, STAMP), JSON.stringify(stamp))
}

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './lock.mjs'
import { isCompleteBuild } from './build-fingerprint.mjs'

/**
 * Each build has its own folder `dist/builds/<id>/{server,client}`, so that a running server keeps its files while the
 * next build is made. `dist/current` links to the last completed build; `dist/server` and `dist/client` link through
 * it.
 */

/** Builds retained besides the current one, for servers that were not started by the start script. */
const FORMER_BUILDS = 2
const USERS = '.users'

/** @param {string} root */
const buildsFolder = (root) => join(root, 'dist/builds')

/** @param {string} root */
export const currentBuild = (root) => join(root, 'dist/current')

/**
 * @param {string} root
 * @param {string} id
 * @returns {string} the empty folder of a new build
 */
export function newBuild(root, id) {
  const folder = join(buildsFolder(root), id)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, USERS), { recursive: true })
  return folder
}

/**
 * Replaces a path by a link to a folder. Junctions need no privileges on Windows.
 * @param {string} target
 * @param {string} path
 */
function link(target, path) {
  const draft = `${path}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  symlinkSync(target, draft, 'junction')
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false) rmSync(path, { recursive: true })
  renameSync(draft, path)
}

/**
 * Makes a build the current one.
 * @param {string} root
 * @param {string} id
 */
export function adoptBuild(root, id) {
  link(join('builds', id), currentBuild(root))
  for (const part of ['server', 'client']) link(join('current', part), join(root, 'dist', part))
}

/**
 * Records that a process uses the current build, until `leave` is called or the process ends.
 * @param {string} root
 * @param {number} pid
 * @returns {() => void} leave
 */
export function lockCurrentBuild(root, pid) {
  const file = join(
    buildsFolder(root),
    readlinkSync(currentBuild(root)).split(/[\\/]/).at(-1) ?? '',
    USERS,
    String(pid),
  )
  try {
    writeFileSync(file, '')
  } catch {
    // A read-only project folder is never rebuilt.
  }
  return () => rmSync(file, { force: true })
}

/**
 * @param {string} build
 * @returns {boolean} whether a process started from it is still running
 */
function isUsed(build) {
  try {
    return readdirSync(join(build, USERS)).some((pid) => isAlive(Number(pid)))
  } catch {
    return false
  }
}

/**
 * Deletes incomplete builds, and those that are neither current, nor in use, nor among the last ones.
 * @param {string} root
 */
export function removeOldBuilds(root) {
  const current = readlinkSync(currentBuild(root))
  const former = readdirSync(buildsFolder(root))
    .filter((id) => !current.endsWith(id))
    .map((id) => join(buildsFolder(root), id))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  const whole = former.filter(isCompleteBuild)
  const stored = new Set([...whole.slice(0, FORMER_BUILDS), ...whole.filter(isUsed)])
  for (const build of former) if (!stored.has(build)) rmSync(build, { recursive: true, force: true })
}

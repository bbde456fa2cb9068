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
import { isWhole } from './stamp.mjs'

/**
 * Builds stand in folders of their own, so that a server goes on with the files it was started from while the next
 * build is made: `dist/builds/<id>/{server,client}`. `dist/current` leads to the last one that was completed, and
 * `dist/server` and `dist/client` through it.
 */

/** Builds that are kept beside the current one, for servers that were not started by the start script. */
const FORMER_KEPT = 2
const USERS = '.users'

/** @param {string} root */
const buildsFolder = (root) => join(root, 'dist/builds')

/** @param {string} root */
export const currentBuild = (root) => join(root, 'dist/current')

/**
 * @param {string} root
 * @param {string} id
 * @returns {string} the folder of a new build, empty
 */
export function newBuild(root, id) {
  const folder = join(buildsFolder(root), id)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, USERS), { recursive: true })
  return folder
}

/**
 * A link to a folder, in place of whatever stands there. Junctions need no rights on Windows.
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
export function takeUp(root, id) {
  link(join('builds', id), currentBuild(root))
  for (const part of ['server', 'client']) link(join('current', part), join(root, 'dist', part))
}

/**
 * Says that a process runs from the current build, until `leave` is called or the process has ended.
 * @param {string} root
 * @param {number} pid
 * @returns {() => void} leave
 */
export function useCurrent(root, pid) {
  const file = join(
    buildsFolder(root),
    readlinkSync(currentBuild(root)).split(/[\\/]/).at(-1) ?? '',
    USERS,
    String(pid),
  )
  try {
    writeFileSync(file, '')
  } catch {
    // A project folder that may not be written is not built anew either.
  }
  return () => rmSync(file, { force: true })
}

/**
 * @param {string} build
 * @returns {boolean} a process that was started from it still lives
 */
function isUsed(build) {
  try {
    return readdirSync(join(build, USERS)).some((pid) => isAlive(Number(pid)))
  } catch {
    return false
  }
}

/**
 * Removes builds that were cut short, and those that are neither current, nor in use, nor among the last ones.
 * @param {string} root
 */
export function removeOld(root) {
  const current = readlinkSync(currentBuild(root))
  const former = readdirSync(buildsFolder(root))
    .filter((id) => !current.endsWith(id))
    .map((id) => join(buildsFolder(root), id))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  const whole = former.filter(isWhole)
  const kept = new Set([...whole.slice(0, FORMER_KEPT), ...whole.filter(isUsed)])
  for (const build of former) if (!kept.has(build)) rmSync(build, { recursive: true, force: true })
}

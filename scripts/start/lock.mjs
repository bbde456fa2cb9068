import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const GIVEN_UP_MS = 15 * 60_000
const REOPEN_DELAY_MS = 100

/**
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * @param {string} file
 * @returns {number | undefined} the live process that holds the lock
 */
function holder(file) {
  const stat = statSync(file, { throwIfNoEntry: false })
  // A file without a number was just created, or its process ended at that moment.
  if (!stat || Date.now() - stat.mtimeMs > GIVEN_UP_MS) return undefined
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return pid !== process.pid && (isAlive(pid) || (pid === 0 && Date.now() - stat.mtimeMs < 1000)) ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {string} file
 * @returns {boolean}
 */
function takeLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Runs work while no other process of this machine holds the same lock.
 * The lock of an ended process is ignored.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(pid: number) => void} onWait called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  let reported = false
  while (!takeLock(file)) {
    const pid = holder(file)
    if (pid === undefined) {
      rmSync(file, { force: true })
      continue
    }
    if (!reported) onWait(pid)
    reported = true
    await sleep(REOPEN_DELAY_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

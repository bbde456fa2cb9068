import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'

/** The process that holds a home: its id and its start time as printed by the system. */
interface Holder {
  readonly pid: number
  readonly started: string
}

/** Returns when the system started a process; empty if there is none. It distinguishes processes that reuse an id. */
export function processStart(pid: number): string {
  if (process.platform === 'linux') return linuxStart(pid)
  if (process.platform === 'win32') return isAlive(pid) ? 'running' : ''
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function linuxStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces. After it, the state is the first field and the start time the
    // twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return ''
    return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return typeof holder.pid === 'number' && typeof holder.started === 'string' ? (holder as Holder) : undefined
  } catch {
    return undefined
  }
}

function isHeld(holder: Holder | undefined): holder is Holder {
  return holder !== undefined && holder.started !== '' && processStart(holder.pid) === holder.started
}

/** Returns the id of the live process that holds a home; undefined if there is none. */
export function homeLockHolder(home: string): number | undefined {
  const holder = readHolder(join(home, 'lock'))
  return isHeld(holder) ? holder.pid : undefined
}

/**
 * Locks the home for this process. Returns a function that unlocks it, or the id of the process that holds it. The lock
 * of an ended process is taken over.
 */
export function lockHome(home: string): (() => void) | number {
  const lock = join(home, 'lock')
  const mine = join(home, `lock.${process.pid}`)
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: processStart(process.pid) }), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (tryClaimLock(mine, lock)) return () => release(lock)
      const holder = readHolder(lock)
      if (isHeld(holder)) return holder.pid
      discard(lock, mine)
    }
    return readHolder(lock)?.pid ?? 0
  } finally {
    rmSync(mine, { force: true })
  }
}

/** A hard link fails if the lock exists, so only one of two processes succeeds. */
function tryClaimLock(mine: string, lock: string): boolean {
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a stale lock aside; restores it if another process took it over in between. */
function discard(lock: string, mine: string): void {
  const aside = `${mine}.stale`
  try {
    renameSync(lock, aside)
    if (isHeld(readHolder(aside))) tryClaimLock(aside, lock)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function release(lock: string): void {
  if (readHolder(lock)?.pid === process.pid) rmSync(lock, { force: true })
}

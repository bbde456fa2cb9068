import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'

/** The process that holds a home: its id and the moment the system started it, as the system prints it. */
interface Holder {
  readonly pid: number
  readonly started: string
}

/** When the system started a process; empty when there is none. Two processes of one id differ in it. */
export function processStart(pid: number): string {
  if (process.platform === 'linux') return linuxStart(pid)
  if (process.platform === 'win32') return alive(pid) ? 'running' : ''
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function linuxStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the start time is the twentieth field after it, the state the first.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return ''
    return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return ''
  }
}

function alive(pid: number): boolean {
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

/** The process that has a home; undefined when none that lives. */
export function homeHolder(home: string): number | undefined {
  const holder = readHolder(join(home, 'lock'))
  return isHeld(holder) ? holder.pid : undefined
}

/**
 * Take the home for this process. The answer is a function that gives it back, or the id of the process that has it.
 * A lock whose process is gone is taken over.
 */
export function lockHome(home: string): (() => void) | number {
  const lock = join(home, 'lock')
  const mine = join(home, `lock.${process.pid}`)
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: processStart(process.pid) }), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (claim(mine, lock)) return () => release(lock)
      const holder = readHolder(lock)
      if (isHeld(holder)) return holder.pid
      discard(lock, mine)
    }
    return readHolder(lock)?.pid ?? 0
  } finally {
    rmSync(mine, { force: true })
  }
}

/** A hard link fails when the lock exists, so of two processes one wins. */
function claim(mine: string, lock: string): boolean {
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a stale lock aside; gives it back when another process took it over in between. */
function discard(lock: string, mine: string): void {
  const aside = `${mine}.stale`
  try {
    renameSync(lock, aside)
    if (isHeld(readHolder(aside))) claim(aside, lock)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function release(lock: string): void {
  if (readHolder(lock)?.pid === process.pid) rmSync(lock, { force: true })
}

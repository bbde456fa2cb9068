import { readdirSync, readFileSync } from 'node:fs'

/** Process ids of all that a process has started, and of what those have; Linux alone. */
export function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const)
  const below = (parent: number): number[] =>
    parents.flatMap(([each, its]) => (its === parent ? [each, ...below(each)] : []))
  return below(pid)
}

/** Megabytes of a process and of all below it that are in memory; a page that several share counts once. */
export function residentTree(pid = 0): number {
  return [pid, ...descendants(pid)].reduce((sum, each) => sum + proportional(each), 0)
}

/** Megabytes of a process without those below it. */
export function residentOf(pid: number): number {
  return proportional(pid)
}

/** The field after the state, which follows the name in brackets. 0 for a process that has ended meanwhile. */
function parentOf(pid: string): number {
  const stat = contents(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

function proportional(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(contents(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0
  return Number(kilobytes) / 1024
}

function contents(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of all descendant processes; Linux only. */
export function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const)
  const below = (parent: number): number[] =>
    parents.flatMap(([each, its]) => (its === parent ? [each, ...below(each)] : []))
  return below(pid)
}

/** Returns the resident megabytes of a process and its descendants; a shared page counts once. */
export function residentMemoryOfTree(pid = 0): number {
  return [pid, ...descendants(pid)].reduce((sum, each) => sum + proportional(each), 0)
}

/** Returns the resident megabytes of a process without its descendants. */
export function residentOf(pid: number): number {
  return proportional(pid)
}

/** Returns the field after the state, which follows the name in parentheses. 0 if the process has ended meanwhile. */
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

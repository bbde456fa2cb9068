import { readFileSync } from 'node:fs'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of CPU time since the previous test, including the file's imports and ended child processes. */
    cpuSeconds?: number
  }
}

/** Clock ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100

/** Returns the CPU time of the ended child processes in seconds; 0 without /proc. */
function childCpuSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return 0
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childCpuSeconds()
}

let lastSeconds = cpuSeconds()

/** Returns the seconds of CPU time that this process and its ended children used since the last call. */
export function cpuSinceLast(): number {
  const now = cpuSeconds()
  const seconds = now - lastSeconds
  lastSeconds = now
  return seconds
}

import { readdirSync, readFileSync } from 'node:fs'

function readProcFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended meanwhile.
    return ''
  }
}

/** Returns the running child processes of a process. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const stat = readProcFile(`/proc/${name}/stat`)
      const [state, above] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(above) === parent && state !== 'Z'
    })
    .map(Number)
}

/** Returns the engine processes of a server. */
export function enginesOf(server: number): number[] {
  return childrenOf(server).filter((pid) => readProcFile(`/proc/${pid}/cmdline`).includes('-child.'))
}

/** Returns the resident megabytes of a process alone. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readProcFile(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** Returns the resident megabytes of a process and its descendants. */
export function treeMegabytes(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + treeMegabytes(child), residentMegabytes(pid))
}

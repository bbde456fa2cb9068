import { readFileSync } from 'node:fs'

/** Bytes of a page of memory on all Linux that Node is built for by default; others only make the count smaller. */
const PAGE = 4096

/** Resident memory of a process in bytes, as the kernel counts it; undefined where it cannot be seen from outside. */
export function residentOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
  } catch {
    return undefined
  }
}

import { readFileSync } from 'node:fs'

/** Default page size in bytes on every Linux that Node is built for; with larger pages the result is too small. */
const PAGE = 4096

/**
 * Returns the resident memory of a process in bytes according to the kernel; undefined if it is not readable from
 * outside.
 */
export function residentOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
  } catch {
    return undefined
  }
}

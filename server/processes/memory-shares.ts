import { totalmem } from 'node:os'

/** The share of the machine's memory for all engine processes together. */
const ENGINES_PART = 0.75
/** The part of its share that an engine may use as its limit: it does not count all of its memory. */
const PLANNED_PART = 0.7
/** Minimum memory of a process in bytes. */
const MIN_BYTES = 256 * 2 ** 20

/** The memory limits of one engine process in bytes. */
export interface MemoryShare {
  /** Resident memory above which the process is ended. */
  readonly resident: number
  /** The memory limit set in the engine. */
  readonly planned: number
}

/** Returns the share of each of `most` processes on a machine or container with `bytes` of memory. */
export function memoryShareOf(most: number, bytes = availableMemory()): MemoryShare {
  const resident = Math.max(MIN_BYTES, Math.floor((bytes * ENGINES_PART) / most))
  return { resident, planned: Math.floor(resident * PLANNED_PART) }
}

/**
 * Returns the memory of this machine or container in bytes. Without a limit Node returns 0 or a number larger than any
 * machine.
 */
export function availableMemory(host = totalmem(), constrained = process.constrainedMemory()): number {
  return constrained > 0 ? Math.min(host, constrained) : host
}

import { totalmem } from 'node:os'

/** The part of the machine's memory that all engine processes together may have. */
const ENGINES_PART = 0.75
/** The part of its share that an engine may plan with: it does not count all it takes. */
const PLANNED_PART = 0.7
/** Bytes below which no process starts. */
const LEAST_BYTES = 256 * 2 ** 20

/** What one engine process may have, in bytes. */
export interface Share {
  /** Resident memory past which the process is ended. */
  readonly resident: number
  /** Memory the engine is told to keep within. */
  readonly planned: number
}

/** The share of each of `most` processes of a machine or container with `bytes` of memory. */
export function shareOf(most: number, bytes = memory()): Share {
  const resident = Math.max(LEAST_BYTES, Math.floor((bytes * ENGINES_PART) / most))
  return { resident, planned: Math.floor(resident * PLANNED_PART) }
}

/** Memory of this machine or of the container it is, in bytes. Without a limit Node answers 0 or a number beyond all machines. */
export function memory(host = totalmem(), constrained = process.constrainedMemory()): number {
  return constrained > 0 ? Math.min(host, constrained) : host
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** The types read so far by the current operation. */
const readTypesStorage = new AsyncLocalStorage<Set<string>>()

/** Records that the current operation read these types. */
export function addReads(kinds: Iterable<string>): void {
  const reads = readTypesStorage.getStore()
  if (reads) for (const kind of kinds) reads.add(kind)
}

/** A result, and the types that were read for it. */
export interface RecordedRead<T> {
  readonly value: T
  readonly reads: ReadonlySet<string>
}

/** Runs the work and returns which stored types were read for it, from memory or not. */
export async function recordReads<T>(work: () => Promise<T>): Promise<RecordedRead<T>> {
  const reads = new Set<string>()
  try {
    return { value: await readTypesStorage.run(reads, work), reads }
  } finally {
    addReads(reads)
  }
}

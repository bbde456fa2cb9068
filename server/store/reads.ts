import { AsyncLocalStorage } from 'node:async_hooks'

/** What is being made, and the kinds that were read for it so far. */
const current = new AsyncLocalStorage<Set<string>>()

/** Notes that things of these kinds were read, for whatever is being made. */
export function noteReads(kinds: Iterable<string>): void {
  const reads = current.getStore()
  if (reads) for (const kind of kinds) reads.add(kind)
}

/** What was made, and the kinds that were read for it. */
export interface Recorded<T> {
  readonly value: T
  readonly reads: ReadonlySet<string>
}

/** Does the work, and says what kinds of stored things were read for it, in memory or not. */
export async function recordReads<T>(work: () => Promise<T>): Promise<Recorded<T>> {
  const reads = new Set<string>()
  try {
    return { value: await current.run(reads, work), reads }
  } finally {
    noteReads(reads)
  }
}

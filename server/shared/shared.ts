import type { ResultCache } from './result-cache.ts'

/** A message channel between processes. Messages are JSON. */
export interface Topic<M> {
  /** Sends a message to all current listeners, in call order; listeners in this process run before the call returns. */
  publish(message: M): void
  /** Listens to future messages, including those of this process. Returns a function that stops it. */
  listen(hear: (message: M) => void): () => void
}

/** A counted key; rejected once counted `most` times. Without `most` it is only counted. */
export interface Limit {
  readonly key: string
  readonly most?: number
}

/** State shared by the processes of one installation, or held by a single process. */
export interface SharedState {
  readonly results: ResultCache
  /** Returns the topic with a name. */
  topic<M>(name: string): Topic<M>
  /**
   * Counts one under each key, or under none if one of them has reached its limit in the last `windowMs`. Returns how
   * often each was counted in that time before; undefined if rejected. Concurrent calls pass no more often than
   * consecutive ones.
   */
  allow(limits: readonly Limit[], windowMs: number): Promise<readonly number[] | undefined>
  /** Removes the last `count` entries of the key; all without `count`. */
  forgive(key: string, count?: number): Promise<void>
  /** Settles when all pending writes are done. */
  close(): Promise<void>
}

import type { CachedResult } from './cached-result.ts'

/** Complete response bodies by name, ready to be sent. */
export interface Bodies {
  find(name: string): Uint8Array | undefined
  keep(name: string, body: Uint8Array): void
}

/** Cached results by key, and request coalescing. */
export interface Answers {
  /** Returns the cached result of a key, from memory or disk. */
  find(key: string): Promise<CachedResult | undefined>
  /** Returns the cached result if it is in the memory of this process. */
  findNow(key: string): CachedResult | undefined
  /**
   * Caches a result for this many seconds; Infinity means until it is evicted. This process finds it at once. Settles
   * when all processes find it, and never rejects: a result without room is not cached.
   */
  keep(key: string, cachedResult: CachedResult, seconds: number): Promise<void>
  /**
   * Runs `make` once for all concurrent callers with the key. A caller that aborts rejects with the reason of its
   * signal; when the last one has aborted, `make` is aborted.
   */
  join(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<CachedResult>): Promise<CachedResult>
  /** Bodies that this process has made from results. They share the memory of its cached results. */
  readonly bodies: Bodies
}

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
export interface Shared {
  readonly answers: Answers
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

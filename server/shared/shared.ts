import type { CachedResult } from './cached-result.ts'

/** Whole bodies by name, ready to be sent. */
export interface Bodies {
  find(name: string): Uint8Array | undefined
  keep(name: string, body: Uint8Array): void
}

/** Sealed answers by key, and the work of making them. */
export interface Answers {
  /** What is kept under the key, however near it is. */
  find(key: string): Promise<CachedResult | undefined>
  /** The same as far as this process has it at hand. */
  findNow(key: string): CachedResult | undefined
  /**
   * Keeps an answer for so many seconds, Infinity until there is no more room; from the call on whoever asks here finds
   * it. Settles when everybody does, and never fails: what there is no room for is not kept.
   */
  keep(key: string, sealed: CachedResult, seconds: number): Promise<void>
  /**
   * One answer for all who ask for the key meanwhile. Who aborts leaves with the reason of their signal; when the last has
   * left, the making is aborted.
   */
  join(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<CachedResult>): Promise<CachedResult>
  /** What this process has made of answers. They share the room of the answers it has at hand. */
  readonly bodies: Bodies
}

/** What is told to whoever listens, in whatever process. Messages are JSON. */
export interface Topic<M> {
  /** Tells everybody who listens now, in the order of the calls; whoever listens here before the call returns. */
  publish(message: M): void
  /** Hears what is published from now on, what this process publishes too. Ends by the answer. */
  listen(hear: (message: M) => void): () => void
}

/** Something that is counted; refused where it was counted `most` times already. Without `most` it is only counted. */
export interface Limit {
  readonly key: string
  readonly most?: number
}

/** What the processes of one installation share. A process on its own shares with itself. */
export interface Shared {
  readonly answers: Answers
  /** The topic of that name. */
  topic<M>(name: string): Topic<M>
  /**
   * Counts one under each key, or under none where one of them has had its most in the last `windowMs`. How often each was
   * counted in that time before; undefined: refused. Of many at once no more pass than of as many one after the other.
   */
  allow(limits: readonly Limit[], windowMs: number): Promise<readonly number[] | undefined>
  /** Takes back what was counted last under the key, so many times; all without `count`. */
  forgive(key: string, count?: number): Promise<void>
  /** Settles when what was to be kept is. */
  close(): Promise<void>
}

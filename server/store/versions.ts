import { AsyncLocalStorage } from 'node:async_hooks'
import { type StoredType, storedTypes } from './stored-types.ts'

/** A point in the sequence of changes of a store. */
export type VersionCount = number

/** Which stored types have changed, by this and other processes, as of the last look. */
export interface Versions {
  /**
   * Learns what other processes wrote before the call. Returns a promise if that needs a statement, undefined if it is
   * already known. Throws WrongTransactionStore inside a transaction.
   */
  look(): Promise<void> | undefined
  /** Returns a text that changes when rows of the type may have been written. */
  of(kind: StoredType): string
  now(): VersionCount
  /** True if none of these types was written since; always false for types whose changes are not counted. */
  unchanged(since: VersionCount, of: Iterable<string>): boolean
}

/** Counts changes of all processes, as they become known. */
export class Changes {
  #clock = 0
  readonly #last = new Map<string, VersionCount>(storedTypes.map((kind) => [kind, 0]))

  /** Records that rows of these types may have been written. */
  wrote(changed: Iterable<string> | 'all'): void {
    this.#clock++
    for (const kind of changed === 'all' ? storedTypes : changed)
      if (this.#last.has(kind)) this.#last.set(kind, this.#clock)
  }

  of(kind: StoredType): string {
    return String(this.#last.get(kind))
  }

  now(): VersionCount {
    return this.#clock
  }

  unchanged(since: VersionCount, of: Iterable<string>): boolean {
    for (const kind of of) {
      const last = this.#last.get(kind)
      if (last === undefined || last > since) return false
    }
    return true
  }
}

/** Versions for a store where one cheap check tells whether other processes wrote anything. */
export function fileVersions(changes: Changes, others: () => number | undefined, refuse: () => void): Versions {
  let seen: number | undefined
  return versionsOf(changes, () => {
    refuse()
    const now = others()
    if (now === undefined || now !== seen) changes.wrote('all')
    seen = now
    return undefined
  })
}

/** Reads the versions of types from a store with several processes. */
export type ReadVersions = () => Promise<ReadonlyMap<string, string>>

/** The state of the looks in one request. */
interface Call {
  looked: boolean
  looking: Promise<void> | undefined
}

/**
 * Versions that are read by a statement: once per request, at its first read. Requests that arrive while a read is
 * running share the next one, which begins after all of them.
 */
export class SharedVersionReader {
  readonly versions: Versions
  readonly #changes: Changes
  readonly #read: ReadVersions
  readonly #calls = new AsyncLocalStorage<Call>()
  #known: ReadonlyMap<string, string> = new Map()
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(changes: Changes, read: ReadVersions, refuse: () => void) {
    this.#changes = changes
    this.#read = read
    this.versions = versionsOf(changes, () => {
      refuse()
      return this.#look()
    })
  }

  /** Runs work as one request, which looks once. */
  within<T>(work: () => T): T {
    return this.#calls.run({ looked: false, looking: undefined }, work)
  }

  #look(): Promise<void> | undefined {
    const call = this.#calls.getStore()
    if (!call) return this.#ask()
    if (call.looked) return undefined
    call.looking ??= this.#ask().then(
      () => {
        call.looked = true
      },
      (error: unknown) => {
        call.looking = undefined
        throw error
      },
    )
    return call.looking
  }

  #ask(): Promise<void> {
    this.#next ??= this.#after(this.#running)
    return this.#next
  }

  async #after(before: Promise<void> | undefined): Promise<void> {
    await before?.catch(() => {})
    this.#running = this.#next
    this.#next = undefined
    const now = await this.#read()
    const changed = storedTypes.filter((kind) => now.get(kind) !== this.#known.get(kind))
    this.#known = now
    if (changed.length > 0) this.#changes.wrote(changed)
  }
}

function versionsOf(changes: Changes, look: Versions['look']): Versions {
  return {
    look,
    of: (kind) => changes.of(kind),
    now: () => changes.now(),
    unchanged: (since, of) => changes.unchanged(since, of),
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kind, kinds } from './kinds.ts'

/** A moment of a store, as its versions count time. */
export type VersionCount = number

/** Which stored things have changed, by kind; this process and others alike, as far as it was looked. */
export interface Versions {
  /**
   * Learns what other processes have written before it was called; a promise where that takes a statement, undefined
   * where it is known already. Throws OuterStore inside a transaction.
   */
  look(): Promise<void> | undefined
  /** Another text than before when something of the kind may have been written since. */
  of(kind: Kind): string
  now(): VersionCount
  /** Whether nothing of these kinds was written since; never of kinds whose changes are not counted. */
  unchanged(since: VersionCount, of: Iterable<string>): boolean
}

/** Counts changes, of whatever process, as it learns of them. */
export class Changes {
  #clock = 0
  readonly #last = new Map<string, VersionCount>(kinds.map((kind) => [kind, 0]))

  /** Things of these kinds may have been written. */
  wrote(changed: Iterable<string> | 'all'): void {
    this.#clock++
    for (const kind of changed === 'all' ? kinds : changed) if (this.#last.has(kind)) this.#last.set(kind, this.#clock)
  }

  of(kind: Kind): string {
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

/** Versions where one look, which costs next to nothing, says whether others wrote anything. */
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

/** The versions of kinds as a store of several processes has them. */
export type ReadVersions = () => Promise<ReadonlyMap<string, string>>

/** What has been looked at in one call. */
interface Call {
  looked: boolean
  looking: Promise<void> | undefined
}

/**
 * Versions that are read by a statement: once in a call, by its first read. Calls that come while one is read share the
 * next, which begins after all of them have.
 */
export class ReadingVersions {
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

  /** Runs work as one call, which looks once. */
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
    const changed = kinds.filter((kind) => now.get(kind) !== this.#known.get(kind))
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

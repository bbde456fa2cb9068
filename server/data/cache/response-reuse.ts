import type { CachedResult } from '#server/shared/cached-result.ts'
import type { Bodies } from '#server/shared/shared.ts'
import type { Found } from './result-cache.ts'
import type { Entry } from '#server/data/result/present.ts'

/** What else is known of the question of an entry, as long as nothing stored is written. */
export interface Repeat {
  /** Whether the entry still is what it is answered; each time is noted. Absent where its data are not kept. */
  readonly again?: () => boolean
  /** Whether who asked the same at `at`, epoch milliseconds, while it was answered is answered the same. */
  share(at: number): boolean
  readonly bodies: Bodies
}

/** What an entry is given again by. Times in epoch milliseconds. */
export interface Repeating {
  readonly now: () => number
  /** When the question means the same; the end is exclusive. */
  readonly since: number
  readonly until: number
  /** What is kept for the question. */
  readonly find: () => Found | undefined
  /** Told of each time it is given; `age` of the data and how long it took in milliseconds. */
  readonly note: (at: number, age: number, duration: number) => void
  readonly bodies: Bodies
}

/** By the very entry, so that an entry made from another one is never taken for it. */
const repeats = new WeakMap<Entry, Repeat>()

/** How the question of an entry may be answered again; undefined where it has to be asked anew. */
export function repeatOf(entry: Entry): Repeat | undefined {
  return repeats.get(entry)
}

/**
 * Lets an entry be given to others who ask the same meanwhile, and, if it was `kept`, again while `sealed`, which its data
 * are of, is kept and holds. It does not keep them itself.
 */
export function allowResponseReuse(entry: Entry, sealed: CachedResult, kept: boolean, repeating: Repeating): void {
  const { now, since, until, find, note, bodies } = repeating
  const { madeAt } = sealed
  const known = new WeakRef(sealed)
  const share = (at: number): boolean => {
    if (at < since || at >= until) return false
    note(at, Math.max(0, at - madeAt), Math.max(0, now() - at))
    return true
  }
  const again = (): boolean => {
    const at = now()
    if (at < since || at >= until) return false
    const found = find()
    if (!found || found.stale || found.sealed !== known.deref()) return false
    note(at, Math.max(0, at - madeAt), 0)
    return true
  }
  repeats.set(entry, kept ? { again, share, bodies } : { share, bodies })
}

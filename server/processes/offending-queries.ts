import { LRUCache } from 'lru-cache'
import { ApiError } from '#core/rest/api-error.ts'
import { fingerprint } from './fingerprint.ts'

/** Milliseconds for which a statement that crashed an engine is denied, and in which crashes per user are counted. */
export const DENIAL_MS = 600_000
/** Maximum number of engines crashed by one user within that time, after which the user is denied. */
export const MAX_STOPS_PER_USER = 3
const MAX_RETAINED = 1000

/** The origin of a statement: a user id, or the origin of an anonymous caller; null for the server itself. */
export type QueryAuthor = number | string | null

/** The statements that crashed the engine of one database, and their users. */
export class OffendingQueries {
  readonly #now: () => number
  /** Epoch milliseconds after which each shape is allowed again. */
  readonly #shapes = new LRUCache<string, number>({ max: MAX_RETAINED })
  readonly #authors = new LRUCache<string, readonly number[]>({ max: MAX_RETAINED })

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  add(text: string, author: QueryAuthor): void {
    const now = this.#now()
    this.#shapes.set(fingerprint(text), now + DENIAL_MS)
    if (author !== null) this.#authors.set(String(author), [...this.#of(author), now].slice(-MAX_STOPS_PER_USER))
  }

  /** Throws `engine-ended-shape` or `engine-ended-author` if a statement is denied. */
  check(text: string, author: QueryAuthor): void {
    if (this.#shapes.size === 0) return
    const times = this.#of(author)
    const first = times[0]
    if (times.length >= MAX_STOPS_PER_USER && first !== undefined)
      throw new ApiError('engine-ended-author', {
        args: [MAX_STOPS_PER_USER, clock((times.at(-1) ?? first) + DENIAL_MS)],
      })
    const until = this.#shapes.get(fingerprint(text))
    if (until !== undefined && until > this.#now()) throw new ApiError('engine-ended-shape', { args: [clock(until)] })
  }

  #of(author: QueryAuthor): readonly number[] {
    const since = this.#now() - DENIAL_MS
    return (this.#authors.get(String(author)) ?? []).filter((at) => at > since)
  }
}

/** Returns a time of day for display, in UTC. */
function clock(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`
}

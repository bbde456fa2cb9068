import type { CachedResult } from '#server/shared/cached-result.ts'
import type { ResponseBodyCache, CachedLookup } from '#server/shared/result-cache.ts'
import type { Entry } from '#server/data/result/result-entry.ts'

/** How a response can be reused while no stored entity changes. */
export interface ReusableResponse {
  /** True if the response is still valid; each reuse is logged. Absent if its data are not cached. */
  readonly again?: () => boolean
  /** True if an identical request that arrived at `at` (epoch milliseconds) during execution gets the same response. */
  share(at: number): boolean
  readonly bodies: ResponseBodyCache
}

/** The dependencies of response reuse. Times in epoch milliseconds. */
export interface ResponseReuseOptions {
  readonly now: () => number
  /** The period in which the query has the same meaning; the end is exclusive. */
  readonly since: number
  readonly until: number
  /** Returns the cached result of the query. */
  readonly find: () => CachedLookup | undefined
  /** Called for each reuse, with the age of the data and the duration in milliseconds. */
  readonly note: (at: number, age: number, duration: number) => void
  readonly bodies: ResponseBodyCache
}

/** Keyed by object identity, so that a derived entry is never mistaken for the original. */
const reusableResponses = new WeakMap<Entry, ReusableResponse>()

/** Returns how the response of an entry can be reused; undefined if the query must run again. */
export function reusableResponseOf(entry: Entry): ReusableResponse | undefined {
  return reusableResponses.get(entry)
}

/**
 * Allows the entry to be shared with identical concurrent requests and, if it was `cached`, to be reused while `cachedResult`,
 * its cached result, is valid. It does not cache anything itself.
 */
export function allowResponseReuse(
  entry: Entry,
  cachedResult: CachedResult,
  cached: boolean,
  repeating: ResponseReuseOptions,
): void {
  const { now, since, until, find, note, bodies } = repeating
  const { madeAt } = cachedResult
  const known = new WeakRef(cachedResult)
  const share = (at: number): boolean => {
    if (at < since || at >= until) return false
    note(at, Math.max(0, at - madeAt), Math.max(0, now() - at))
    return true
  }
  const again = (): boolean => {
    const at = now()
    if (at < since || at >= until) return false
    const found = find()
    if (!found || found.stale || found.cachedResult !== known.deref()) return false
    note(at, Math.max(0, at - madeAt), 0)
    return true
  }
  reusableResponses.set(entry, cached ? { again, share, bodies } : { share, bodies })
}

import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Context } from '#server/route/context.ts'
import type { RouteResponse } from '#server/route/route.ts'
import type { VersionCount } from '#server/store/versions.ts'
import type { Caller } from './caller.ts'
import { InFlightRequests } from '#server/cache/in-flight-requests.ts'

/** Maximum total weight of the cache, in characters of the keys. */
const MAX_KEY_CHARACTERS = 16 * 1024 * 1024
/** Weight of one entry apart from its key, in characters. */
const ENTRY_OVERHEAD_BYTES = 1024

interface CachedResponse {
  readonly again: () => RouteResponse | undefined
  /** Epoch milliseconds; exclusive. */
  readonly until: number
  /** The stored entity types that were read for it. */
  readonly reads: ReadonlySet<string>
  /** Version of the store up to which none of them is known to have changed. */
  since: VersionCount
}

/** A request that is not answered from the cache. */
interface UncachedRequest {
  readonly key: string
  /** Version of the store when the request began. */
  readonly version: VersionCount
  /** Epoch milliseconds. */
  readonly at: number
}

/**
 * Caches responses by the bytes of the request and coalesces equal in-flight requests of one caller. A response depends
 * on the request, the time and the stored data. Caller and permissions are therefore not looked up again until
 * something that was read for it is written, by this or another process.
 */
export class ResponseCache {
  readonly #context: Pick<Context, 'store' | 'now' | 'asyncQueries' | 'config'>
  readonly #entries = new LRUCache<string, CachedResponse>({
    maxSize: MAX_KEY_CHARACTERS,
    sizeCalculation: (_, key) => key.length + ENTRY_OVERHEAD_BYTES,
  })
  readonly #open = new WeakMap<IncomingMessage, UncachedRequest>()
  readonly #inFlight = new InFlightRequests<RouteResponse>()

  constructor(context: Pick<Context, 'store' | 'now' | 'asyncQueries' | 'config'>) {
    this.#context = context
  }

  /** Returns a promise that settles when `look` may be called; undefined if it may be called at once. */
  ready(): Promise<void> | undefined {
    return this.#context.asyncQueries ? undefined : this.#context.store.versions.look()
  }

  /** Returns the cached response to a request, if it is still valid. */
  look(request: IncomingMessage, body: string): RouteResponse | undefined {
    const { now, asyncQueries, store, config } = this.#context
    // With asynchronous queries, a response may have to set a cookie. A token is looked up for each request.
    const { authorization, 'x-guesttoken': guestToken } = request.headers
    if (asyncQueries || authorization !== undefined || guestToken !== undefined) return undefined
    const key = keyOf(request, body, config.signInProxy?.userHeader)
    const cached = this.#entries.get(key)
    const answer = cached && now() < cached.until && this.#holds(cached) ? cached.again() : undefined
    if (!answer) this.#open.set(request, { key, version: store.versions.now(), at: now() })
    return answer
  }

  #holds(cached: CachedResponse): boolean {
    const { versions } = this.#context.store
    const now = versions.now()
    if (cached.since === now) return true
    if (!versions.unchanged(cached.since, cached.reads)) return false
    cached.since = now
    return true
  }

  /** Returns the response of an equal in-flight request, if there is one and its response is valid for this request. */
  async join(request: IncomingMessage, disconnected: () => AbortSignal): Promise<RouteResponse | undefined> {
    const open = this.#open.get(request)
    const first = open && this.#inFlight.get(groupOf(open))
    if (!first) return undefined
    first.add(disconnected())
    // After a failure, each request is executed by itself.
    const answer = await first.result.catch(() => undefined)
    return answer?.share?.(open.at)
  }

  /**
   * Answers a request by `work`, and lets equal requests that arrive meanwhile wait for its response. The signal of
   * `work` is aborted when all of them have disconnected, not only the first.
   */
  async lead(
    request: IncomingMessage,
    aborted: AbortSignal,
    work: (signal: AbortSignal) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    const open = this.#open.get(request)
    if (!open || this.#inFlight.get(groupOf(open))) return work(aborted)
    return this.#inFlight.start(groupOf(open), aborted, work).result
  }

  /** Caches the response, unless something that was read for it has been written meanwhile. */
  keep(request: IncomingMessage, { again, cookie }: RouteResponse, { until, reads }: ResponseOrigin): void {
    const open = this.#open.get(request)
    if (!again || !open || cookie !== undefined || until <= this.#context.now()) return
    if (this.#context.store.versions.unchanged(open.version, reads))
      this.#entries.set(open.key, { again, until, reads, since: open.version })
  }
}

/** The caller a response was made for, and the data it was made from. */
interface ResponseOrigin extends Pick<Caller, 'until'> {
  /** The stored entity types that were read. */
  readonly reads: ReadonlySet<string>
}

/** Equal requests share a response only if the store had the same version when they began. */
function groupOf({ key, version }: UncachedRequest): string {
  return `${version} ${key}`
}

/** A line break separates the parts, because headers contain none. */
function keyOf({ method, url, headers }: IncomingMessage, body: string, userHeader: string | undefined): string {
  const { cookie = '', authorization = '', accept = '', 'accept-encoding': encoding = '' } = headers
  const user = userHeader === undefined ? '' : String(headers[userHeader] ?? '')
  return `${method} ${url}\n${user}\n${cookie}\n${authorization}\n${accept}\n${encoding}\n${body}`
}

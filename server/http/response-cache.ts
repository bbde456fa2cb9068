import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Context } from '#server/route/context.ts'
import type { RouteResponse } from '#server/route/route.ts'
import type { VersionCount } from '#server/store/versions.ts'
import type { Caller } from './caller.ts'
import { InFlightRequest } from './in-flight-request.ts'

/** Characters of all calls kept together. */
const MAX_KEY_CHARACTERS = 16 * 1024 * 1024
/** Characters' worth of what is kept of one beside them. */
const BESIDE = 1024

interface Kept {
  readonly again: () => RouteResponse | undefined
  /** Epoch milliseconds; exclusive. */
  readonly until: number
  /** The kinds of stored things that were read for it. */
  readonly reads: ReadonlySet<string>
  /** When nothing of them was known to have changed since. */
  since: VersionCount
}

/** A call that is being answered. */
interface Open {
  readonly key: string
  /** Of the store when the call began. */
  readonly version: VersionCount
  /** Epoch milliseconds. */
  readonly at: number
}

/**
 * Answers to calls that were made before, or are being answered, byte by byte, by the same caller. What a call is
 * answered depends on the call, the time and what is stored; so who calls and what they may do need not be looked up
 * again while nothing of what was read for it has been written, here or by another process.
 */
export class ResponseCache {
  readonly #context: Pick<Context, 'store' | 'now' | 'asyncQueries'>
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_KEY_CHARACTERS,
    sizeCalculation: (_, key) => key.length + BESIDE,
  })
  readonly #open = new WeakMap<IncomingMessage, Open>()
  readonly #groups = new Map<string, InFlightRequest>()

  constructor(context: Pick<Context, 'store' | 'now' | 'asyncQueries'>) {
    this.#context = context
  }

  /** Runs work as one call of the store. */
  within(work: () => void): void {
    this.#context.store.within(work)
  }

  /** Settles when `look` may be asked; undefined where it may be at once. */
  ready(): Promise<void> | undefined {
    return this.#context.asyncQueries ? undefined : this.#context.store.versions.look()
  }

  /** The answer of a call, if it can be answered as it was before. */
  look(request: IncomingMessage, body: string): RouteResponse | undefined {
    const { now, asyncQueries, store } = this.#context
    // A caller of jobs may be given a cookie with the answer.
    if (asyncQueries) return undefined
    const key = keyOf(request, body)
    const kept = this.#kept.get(key)
    const answer = kept && now() < kept.until && this.#holds(kept) ? kept.again() : undefined
    if (!answer) this.#open.set(request, { key, version: store.versions.now(), at: now() })
    return answer
  }

  #holds(kept: Kept): boolean {
    const { versions } = this.#context.store
    const now = versions.now()
    if (kept.since === now) return true
    if (!versions.unchanged(kept.since, kept.reads)) return false
    kept.since = now
    return true
  }

  /** Whether the same call is being answered; `join` then waits for it. */
  isOpen(request: IncomingMessage): boolean {
    const open = this.#open.get(request)
    return open !== undefined && this.#groups.get(open.key)?.version === open.version
  }

  /** The answer of the same call that is being answered, if there is one and its answer is this one's too. */
  async join(request: IncomingMessage, gone: AbortSignal): Promise<RouteResponse | undefined> {
    const open = this.#open.get(request)
    const group = open && this.#groups.get(open.key)
    if (!group || group.version !== open.version) return undefined
    group.add(gone)
    return (await group.answer)?.share?.(open.at)
  }

  /**
   * Answers a call by `work`, and lets the same calls that come meanwhile wait for its answer. `work` is told when all of
   * them have gone, not when the first has.
   */
  async lead(
    request: IncomingMessage,
    gone: AbortSignal,
    work: (signal: AbortSignal) => Promise<RouteResponse>,
  ): Promise<RouteResponse> {
    const open = this.#open.get(request)
    if (!open || this.#groups.has(open.key)) return work(gone)
    const group = new InFlightRequest(open.version)
    this.#groups.set(open.key, group)
    group.add(gone)
    let answer: RouteResponse | undefined
    try {
      answer = await work(group.signal)
      return answer
    } finally {
      this.#groups.delete(open.key)
      group.end(answer)
    }
  }

  /** Keeps how the call was answered, unless something that was read for it has been written meanwhile. */
  keep(request: IncomingMessage, { again, cookie }: RouteResponse, { until, reads }: Made): void {
    const open = this.#open.get(request)
    if (!again || !open || cookie !== undefined || until <= this.#context.now()) return
    if (this.#context.store.versions.unchanged(open.version, reads))
      this.#kept.set(open.key, { again, until, reads, since: open.version })
  }
}

/** For whom an answer was made, and from what. */
interface Made extends Pick<Caller, 'until'> {
  /** The kinds of stored things that were read. */
  readonly reads: ReadonlySet<string>
}

/** Headers hold no line breaks. */
function keyOf({ method, url, headers }: IncomingMessage, body: string): string {
  const { cookie = '', authorization = '', accept = '', 'accept-encoding': encoding = '' } = headers
  return `${method} ${url}\n${cookie}\n${authorization}\n${accept}\n${encoding}\n${body}`
}

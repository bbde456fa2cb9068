import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '#server/context.ts'
import type { Answer } from '#server/resources/resource.ts'
import type { Caller } from './caller.ts'

/** Characters of all calls kept together, and of one. */
const MOST = 16 * 1024 * 1024
const MOST_OF_ONE = 256 * 1024

interface Kept {
  readonly again: () => Answer | undefined
  /** Epoch milliseconds; exclusive. */
  readonly until: number
}

/** A call that is being answered. */
interface Open {
  readonly key: string
  /** Of the store when the call began. */
  readonly version: string
}

/**
 * Answers to calls that were made before, byte by byte, by the same caller. What a call is answered depends on the call,
 * the time and what is stored; so who calls and what they may do need not be looked up again while nothing has been
 * written. Every write, here or by another process, forgets all answers.
 */
export class Repeats {
  readonly #context: Pick<Context, 'store' | 'now' | 'asyncQueries'>
  readonly #kept = new LRUCache<string, Kept>({ maxSize: MOST, sizeCalculation: (_, key) => key.length })
  readonly #open = new WeakMap<FastifyRequest, Open>()
  readonly #found = new WeakMap<FastifyRequest, Answer>()
  #version: string | undefined

  constructor(context: Pick<Context, 'store' | 'now' | 'asyncQueries'>) {
    this.#context = context
  }

  /** Looks whether the call can be answered as it was before; the answer is then there for `take`. */
  look(request: FastifyRequest, body: string): boolean {
    const { store, now, asyncQueries } = this.#context
    const version = store.version()
    // A caller of jobs may be given a cookie with the answer.
    if (version === undefined || asyncQueries || body.length > MOST_OF_ONE) return false
    if (version !== this.#version) this.#kept.clear()
    this.#version = version
    const key = keyOf(request, body)
    const kept = this.#kept.get(key)
    const answer = kept && now() < kept.until ? kept.again() : undefined
    if (answer) this.#found.set(request, answer)
    else this.#open.set(request, { key, version })
    return answer !== undefined
  }

  /** The answer `look` found. */
  take(request: FastifyRequest): Answer | undefined {
    return this.#found.get(request)
  }

  /** Keeps how the call was answered, unless something has been written meanwhile. */
  keep(request: FastifyRequest, { until }: Caller, { again, cookie }: Answer): void {
    const open = this.#open.get(request)
    if (!again || !open || cookie !== undefined || until <= this.#context.now()) return
    if (open.version === this.#version && open.version === this.#context.store.version())
      this.#kept.set(open.key, { again, until })
  }
}

/** Headers hold no line breaks. */
function keyOf({ method, url, headers }: FastifyRequest, body: string): string {
  const { cookie = '', authorization = '', accept = '', 'accept-encoding': encoding = '' } = headers
  return `${method} ${url}\n${cookie}\n${authorization}\n${accept}\n${encoding}\n${body}`
}

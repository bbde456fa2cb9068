import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { EventEmitter, once } from 'node:events'
import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Maximum concurrent connection tests of all callers, and of one: tests could be used to scan a network. */
export const MAX_ATTEMPTS = 4
export const MAX_USER_ATTEMPTS = 2

/**
 * Maximum host lookups in progress of all callers, and of one. A lookup cannot be cancelled, and goes on for up to half a
 * minute after its test has ended.
 */
const MAX_LOOKUPS = 8
export const MAX_USER_LOOKUPS = 3

/** Milliseconds that a test waits for a lookup. */
const MAX_LOOKUP_MS = 5000

/**
 * Milliseconds that a test waits for a slot. The form cancels its earlier validations, but their connections to the
 * database end a moment later.
 */
const MAX_WAIT_MS = 1000

/** Maximum tests that wait for a slot; more are rejected at once. */
const MAX_WAITING = 20

class Attempts extends EventEmitter {
  /** The users of the running tests. */
  readonly users: (number | null)[] = []
  /** The users of the lookups in progress. */
  readonly lookups: (number | null)[] = []

  constructor() {
    super()
    this.setMaxListeners(0)
  }

  hasSlot(userId: number | null): boolean {
    return this.users.length < MAX_ATTEMPTS && this.users.filter((each) => each === userId).length < MAX_USER_ATTEMPTS
  }

  /** Takes a slot as soon as there is one. Throws `too-many-requests` after the maximum wait. */
  async take(userId: number | null): Promise<void> {
    if (!this.hasSlot(userId) && this.listenerCount('end') >= MAX_WAITING) throw new ApiError('too-many-requests')
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    while (!this.hasSlot(userId)) {
      await once(this, 'end', { signal }).catch(() => {
        throw new ApiError('too-many-requests')
      })
    }
    this.users.push(userId)
  }

  release(userId: number | null): void {
    this.users.splice(this.users.indexOf(userId), 1)
    this.emit('end')
  }

  /** Counts a lookup until it ends. Throws `too-many-requests` beyond the maximum. */
  async countLookup(
    userId: number | null,
    resolveHost: () => Promise<readonly LookupAddress[]>,
  ): Promise<readonly LookupAddress[]> {
    const own = this.lookups.filter((each) => each === userId)
    if (this.lookups.length >= MAX_LOOKUPS || own.length >= MAX_USER_LOOKUPS) throw new ApiError('too-many-requests')
    this.lookups.push(userId)
    try {
      return await resolveHost().catch(() => [])
    } finally {
      this.lookups.splice(this.lookups.indexOf(userId), 1)
    }
  }
}

const attemptsByContext = new WeakMap<RouteRequest['context'], Attempts>()

function attemptsOf(context: RouteRequest['context']): Attempts {
  const attempts = attemptsByContext.get(context) ?? new Attempts()
  attemptsByContext.set(context, attempts)
  return attempts
}

function resolveAll(host: string): Promise<readonly LookupAddress[]> {
  return lookup(host, { all: true })
}

/**
 * Returns the addresses of a host, none if it does not resolve within five seconds or before the request ends. Throws
 * `too-many-requests` if too many lookups are in progress.
 */
export async function lookUpHost(
  { context, user, signal }: Pick<RouteRequest, 'context' | 'user' | 'signal'>,
  host: string,
  { maxMs = MAX_LOOKUP_MS, resolveHost = resolveAll } = {},
): Promise<readonly LookupAddress[]> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  const ended = new Promise<readonly LookupAddress[]>((resolve) => {
    end.addEventListener('abort', () => resolve([]), { once: true })
  })
  return end.aborted ? [] : Promise.race([attemptsOf(context).countLookup(user.userId, () => resolveHost(host)), ended])
}

/** Runs a connection test as soon as there is a slot. Throws `too-many-requests` if there is none within a second. */
export async function runConnectionTest<T>(
  { context, user: { userId } }: Pick<RouteRequest, 'context' | 'user'>,
  work: () => Promise<T>,
): Promise<T> {
  const attempts = attemptsOf(context)
  await attempts.take(userId)
  try {
    return await work()
  } finally {
    attempts.release(userId)
  }
}

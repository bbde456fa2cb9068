import { EventEmitter, once } from 'node:events'
import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Maximum concurrent connection tests of all callers, and of one: tests could be used to scan a network. */
export const MAX_ATTEMPTS = 4
export const MAX_USER_ATTEMPTS = 2

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
}

const attemptsOf = new WeakMap<RouteRequest['context'], Attempts>()

/** Runs a connection test as soon as there is a slot. Throws `too-many-requests` if there is none within a second. */
export async function attempt<T>(
  { context, user: { userId } }: Pick<RouteRequest, 'context' | 'user'>,
  work: () => Promise<T>,
): Promise<T> {
  const attempts = attemptsOf.get(context) ?? new Attempts()
  attemptsOf.set(context, attempts)
  await attempts.take(userId)
  try {
    return await work()
  } finally {
    attempts.release(userId)
  }
}

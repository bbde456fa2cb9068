import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Maximum concurrent connection tests of all callers, and of one: tests could be used to scan a network. */
export const MAX_ATTEMPTS = 4
export const MAX_USER_ATTEMPTS = 2

/** The users of the running tests. */
const running = new WeakMap<RouteRequest['context'], (number | null)[]>()

/** Runs a connection test. Throws `too-many-requests` if the maximum number is running. */
export async function attempt<T>(
  { context, user: { userId } }: Pick<RouteRequest, 'context' | 'user'>,
  work: () => Promise<T>,
): Promise<T> {
  const users = running.get(context) ?? []
  running.set(context, users)
  const own = users.filter((each) => each === userId)
  if (users.length >= MAX_ATTEMPTS || own.length >= MAX_USER_ATTEMPTS) throw new ApiError('too-many-requests')
  users.push(userId)
  try {
    return await work()
  } finally {
    users.splice(users.indexOf(userId), 1)
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { PUBLIC_ROLE } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { limitToRole } from './api-tokens.ts'

interface RequestCaller {
  /** The user of the request, and the same with the rights of later checks. */
  readonly users: WeakSet<CurrentUser>
  readonly findPresent: () => Promise<CurrentUser>
}

const requestCallers = new AsyncLocalStorage<RequestCaller>()

/**
 * Runs the handler of a request. `withPresentRights` calls `findPresent`, which returns the user whom the credentials of
 * the request identify at present.
 */
export function withRequestUser<T>(user: CurrentUser, findPresent: () => Promise<CurrentUser>, handle: () => T): T {
  return requestCallers.run({ users: new WeakSet([user]), findPresent }, handle)
}

/**
 * Returns the user of a request or job with their present rights, for work that lasts longer than a request should: a
 * right may have been taken away since. The limit of an API token to a role stays. Throws `not-signed-in` if the user is
 * deleted or inactive or the session has ended, `token-role` if the user has lost the role of the token, and the errors
 * of the request if its credentials no longer permit it.
 */
export async function withPresentRights(store: Store, user: CurrentUser): Promise<CurrentUser> {
  const caller = requestCallers.getStore()
  if (caller?.users.has(user)) {
    const present = await caller.findPresent()
    caller.users.add(present)
    return present
  }
  // Rows that the request has read may be outdated.
  return store.within(async () => {
    if (user.userId === null) return user.guest || user.viewAs ? user : anonymousUser(store, user)
    const present = await store.users.current(user.userId)
    if (!present) throw new ApiError('not-signed-in')
    return user.roleLimit ? limitToRole(store, present, user.roleLimit.id) : present
  })
}

async function anonymousUser(store: Store, { origin }: CurrentUser): Promise<CurrentUser> {
  return { ...(await store.users.anonymous(PUBLIC_ROLE)), ...(origin === undefined ? {} : { origin }) }
}

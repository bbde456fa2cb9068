import { AsyncLocalStorage } from 'node:async_hooks'
import { PUBLIC_ROLE } from '#core/access/ability.ts'
import type { CurrentUser, TokenReference } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { limitToRole, requireJobToken } from './api-tokens.ts'

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
 * deleted or inactive or the session has ended, `token-role` if the user has lost the role of the token,
 * `token-job-ended` if the token that started the job has ended, and the errors of the request if its credentials no
 * longer permit it.
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
    if (user.apiToken) await requireJobToken(store, user.apiToken)
    const limited = user.roleLimit ? await limitToRole(store, present, user.roleLimit.id) : present
    return user.apiToken ? { ...limited, apiToken: user.apiToken } : limited
  })
}

async function anonymousUser(store: Store, { origin }: CurrentUser): Promise<CurrentUser> {
  return { ...(await store.users.anonymous(PUBLIC_ROLE)), ...(origin === undefined ? {} : { origin }) }
}

/**
 * Returns the user who started a job, with their present rights. Throws `not-signed-in` without an active user, and
 * `token-job-ended` if the job was started with a token that has ended.
 */
export async function jobUser(store: Store, userId: number | null, apiToken?: TokenReference): Promise<CurrentUser> {
  const user = userId === null ? undefined : await store.users.current(userId)
  if (!user) throw new ApiError('not-signed-in')
  if (!apiToken) return user
  await requireJobToken(store, apiToken)
  return { ...user, apiToken }
}

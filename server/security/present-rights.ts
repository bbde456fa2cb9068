import { PUBLIC_ROLE } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { limitToRole } from './api-tokens.ts'

/**
 * Returns the user of a request with their present rights, for work that lasts longer than a request should: a right may
 * have been taken away since. The limit of an API token to a role stays. Throws `not-signed-in` if the user is deleted or
 * inactive, and `token-role` if the user has lost the role of the token.
 */
export function withPresentRights(store: Store, user: CurrentUser): Promise<CurrentUser> {
  // What the request has read from the store may be outdated.
  return store.within(async () => {
    if (user.userId === null) return anonymousUser(store, user)
    const present = await store.users.current(user.userId)
    if (!present) throw new ApiError('not-signed-in')
    return user.roleLimit ? limitToRole(store, present, user.roleLimit.id) : present
  })
}

async function anonymousUser(store: Store, { origin }: CurrentUser): Promise<CurrentUser> {
  return { ...(await store.users.anonymous(PUBLIC_ROLE)), ...(origin === undefined ? {} : { origin }) }
}

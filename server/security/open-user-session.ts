import type { Store } from '#server/store/store.ts'
import { type Origin, openSession } from './sessions.ts'
import { isExpired } from './token.ts'

/** A user who has authenticated; `begun` is when the authentication started, in epoch milliseconds. */
interface SessionUser {
  readonly userId: number
  readonly begun: number
}

/**
 * Opens a session of a user who has authenticated; returns the value of the cookie. Returns undefined if all sessions
 * of the user were ended after `begun`, because the credentials may be revoked. A concurrent change that ends all
 * sessions locks the row of the user, so that either it ends this session too, or this call sees that change.
 */
export function openUserSession(
  store: Store,
  { userId, begun }: SessionUser,
  now: number,
  origin: Origin,
): Promise<string | undefined> {
  return store.transaction(async (tx) => {
    await tx.users.lock(userId)
    if (await isExpired(tx, { userId, issuedAt: begun })) return undefined
    return openSession(tx, userId, now, origin)
  })
}

import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '#core/entity/session.ts'
import type { Store } from '#server/store/store.ts'

/** How long a sign-in lasts after the last call, in milliseconds: 31 days. */
export const SESSION_LIFE = 31 * 24 * 3_600_000
/** The end of a session is put off at most once in this many milliseconds. */
const TOUCH_EVERY = 3_600_000

/** A random token of 32 bytes as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form of a token that is stored: who reads the store cannot use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Opens a session; the answer is the value of the cookie. `now` in epoch milliseconds. */
export async function openSession(store: Store, userId: number, now: number): Promise<string> {
  const token = newToken()
  await store.sessions.create({
    id: tokenHash(token),
    user_id: userId,
    csrf_secret: newToken(),
    expires_at: now + SESSION_LIFE,
  })
  return token
}

/** The session of a cookie, its end put off; undefined when there is none. */
export async function findSession(store: Store, cookie: string, now: number): Promise<Session | undefined> {
  const session = await store.sessions.get(tokenHash(cookie))
  if (session && now - session.last_seen > TOUCH_EVERY) await store.sessions.touch(session.id, now + SESSION_LIFE)
  return session
}

/** When looking the session up would end or prolong it; epoch milliseconds. */
export function steadyUntil({ expires_at, last_seen }: Session): number {
  return Math.min(expires_at, last_seen + TOUCH_EVERY)
}

/** Ends the session of a cookie. */
export function closeSession(store: Store, cookie: string): Promise<void> {
  return store.sessions.remove(tokenHash(cookie))
}

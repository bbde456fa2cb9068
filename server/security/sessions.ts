import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '#core/entity/session.ts'
import type { Store } from '#server/store/store.ts'
import { networkOf } from './network.ts'

/** How long a sign-in lasts after the last call, in milliseconds: 31 days. */
export const SESSION_LIFE = 31 * 24 * 3_600_000
/** The end of a session is put off at most once in this many milliseconds. */
const TOUCH_EVERY = 3_600_000
/** Characters of a `User-Agent` that are kept. */
const MAX_USER_AGENT_LENGTH = 256
/** Characters of a handle: 64 bits. */
const HANDLE_LENGTH = 16

/** A random token of 32 bytes as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form of a token that is stored: who reads the store cannot use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Where a session is opened, for the list its user sees. */
export interface Origin {
  /** The header `User-Agent`. */
  readonly userAgent?: string | undefined
  readonly ip?: string | undefined
  /** What CSRF tokens of the pages that are open are made for; they go on to be good. */
  readonly csrfSecret?: string | undefined
}

/** Opens a session; the answer is the value of the cookie. `now` in epoch milliseconds. */
export async function openSession(
  store: Store,
  userId: number,
  now: number,
  { userAgent = '', ip = '', csrfSecret = newToken() }: Origin = {},
): Promise<string> {
  const token = newToken()
  await store.sessions.create({
    id: tokenHash(token),
    user_id: userId,
    csrf_secret: csrfSecret,
    expires_at: now + SESSION_LIFE,
    user_agent: printable(userAgent) || null,
    address: networkOf(ip) ?? null,
  })
  return token
}

function printable(text: string): string {
  return Array.from(text.slice(0, MAX_USER_AGENT_LENGTH), (each) => (/[\p{C}]/u.test(each) ? ' ' : each))
    .join('')
    .trim()
}

/** What a session is called where its owner lists or ends it: too little of the stored hash to be looked up by. */
export function sessionHandle({ id }: Pick<Session, 'id'>): string {
  return id.slice(0, HANDLE_LENGTH)
}

/** Whether a text can be the handle of a session. */
export function isSessionHandle(text: string): boolean {
  return text.length === HANDLE_LENGTH && /^[0-9a-f]+$/.test(text)
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

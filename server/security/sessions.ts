import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '#core/entity/session.ts'
import type { Store } from '#server/store/store.ts'
import { requireSignInUser } from './accounts.ts'
import { networkOf } from './address-network.ts'
import { removeSession } from './view-as.ts'

/** How long a session lasts after the last request, in milliseconds: 31 days. */
export const SESSION_TTL_MS = 31 * 24 * 3_600_000
/** How long a session lasts after a sign-in at an identity provider, which gives rights only then, in milliseconds: 7 days. */
export const PROVIDER_SESSION_TTL_MS = 7 * 24 * 3_600_000
/** The end of a session is extended at most once in this many milliseconds. */
const TOUCH_EVERY = 3_600_000
/** Maximum stored characters of a `User-Agent`. */
const MAX_USER_AGENT_LENGTH = 256
/** Characters of a handle: 64 bits. */
const HANDLE_LENGTH = 16

/** Returns a random token of 32 bytes as text. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the stored form of a token: a reader of the store cannot use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The origin of a session, for the list its user sees. */
export interface Origin {
  /** The header `User-Agent`. */
  readonly userAgent?: string | undefined
  readonly ip?: string | undefined
  /** The value CSRF tokens of open pages are bound to, so that they remain valid. */
  readonly csrfSecret?: string | undefined
  /** The name of the identity provider that signed the user in. */
  readonly provider?: string | undefined
  /** The encrypted token with which the user signs out at the provider. */
  readonly signOutToken?: string | undefined
}

/** Opens a session; returns the value of the cookie. `now` in epoch milliseconds. Throws `user-service`. */
export async function openSession(
  store: Store,
  userId: number,
  now: number,
  { userAgent = '', ip = '', csrfSecret = createToken(), provider, signOutToken }: Origin = {},
): Promise<string> {
  const user = await store.users.get(userId)
  if (user) requireSignInUser(user)
  const token = createToken()
  await store.sessions.create({
    id: tokenHash(token),
    user_id: userId,
    csrf_secret: csrfSecret,
    expires_at: now + (provider === undefined ? SESSION_TTL_MS : PROVIDER_SESSION_TTL_MS),
    user_agent: printable(userAgent) || null,
    address: networkOf(ip) ?? null,
    provider: provider ?? null,
    sign_out_token: signOutToken ?? null,
  })
  return token
}

function printable(text: string): string {
  return Array.from(text.slice(0, MAX_USER_AGENT_LENGTH), (each) => (/[\p{C}]/u.test(each) ? ' ' : each))
    .join('')
    .trim()
}

/** Returns the name of a session for its owner's list: too short a part of the stored hash for a lookup. */
export function sessionHandle({ id }: Pick<Session, 'id'>): string {
  return id.slice(0, HANDLE_LENGTH)
}

/** True if a text can be the handle of a session. */
export function isSessionHandle(text: string): boolean {
  return text.length === HANDLE_LENGTH && /^[0-9a-f]+$/.test(text)
}

/** Returns the session of a cookie and extends its end; undefined if there is none. */
export async function findSession(store: Store, cookie: string, now: number): Promise<Session | undefined> {
  const session = await store.sessions.get(tokenHash(cookie))
  if (!session) return undefined
  const latest = latestEnd(session)
  if (latest <= now) return undefined
  if (now - session.last_seen > TOUCH_EVERY)
    await store.sessions.touch(session.id, Math.min(now + SESSION_TTL_MS, latest))
  return session
}

/** Returns when a session ends however it is used; epoch milliseconds. */
function latestEnd({ provider, created_on }: Session): number {
  return provider === null ? Number.POSITIVE_INFINITY : created_on + PROVIDER_SESSION_TTL_MS
}

/** Returns when a lookup would end or extend the session; epoch milliseconds. */
export function nextSessionChange(session: Session): number {
  return Math.min(session.expires_at, latestEnd(session), session.last_seen + TOUCH_EVERY)
}

/** Ends the session of a cookie, and its view as another user. */
export function closeSession(store: Store, cookie: string): Promise<void> {
  return removeSession(store, { id: tokenHash(cookie) })
}

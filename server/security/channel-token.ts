import type { CurrentUser } from '#core/access/current-user.ts'
import { currentKey, type SecretKeys } from '#server/base/secret-keys.ts'
import { SESSION_TTL_MS } from './sessions.ts'
import { signingKeys } from './signing-keys.ts'
import { verifyToken } from './verify-token.ts'

/** Loaded when the first channel is created: most servers have none. */
const jose = () => import('jose')

const keyOf = signingKeys((secret) => new TextEncoder().encode(secret))

/**
 * Returns a token for the channel of one session: HS256, claim `channel`, the user as subject. `now` in epoch
 * milliseconds.
 */
export async function signChannel(
  secret: SecretKeys,
  channel: string,
  user: CurrentUser,
  now: number,
): Promise<string> {
  const { SignJWT } = await jose()
  const token = new SignJWT({ channel })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(Math.floor((now + SESSION_TTL_MS) / 1000))
  return (user.userId === null ? token : token.setSubject(String(user.userId))).sign(await keyOf(currentKey(secret)))
}

/** Returns the channel of a token; undefined if it is forged, expired or another user's. */
export async function readChannel(
  secret: SecretKeys,
  token: string,
  user: CurrentUser,
  now: number,
): Promise<string | undefined> {
  const currentDate = new Date(now)
  const payload = await verifyToken(secret, token, keyOf, { currentDate }).catch(() => undefined)
  const channel = payload?.['channel']
  const own = (payload?.sub ?? null) === (user.userId === null ? null : String(user.userId))
  return own && typeof channel === 'string' ? channel : undefined
}

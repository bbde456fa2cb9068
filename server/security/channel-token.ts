import type { CurrentUser } from '#core/access/current-user.ts'
import { SESSION_LIFE } from './sessions.ts'

/** Loaded when the first channel is created: most servers have none. */
const jose = () => import('jose')

const key = (secret: string) => new TextEncoder().encode(secret)

/**
 * Returns a token for the channel of one session: HS256, claim `channel`, the user as subject. `now` in epoch
 * milliseconds.
 */
export async function signChannel(secret: string, channel: string, user: CurrentUser, now: number): Promise<string> {
  const { SignJWT } = await jose()
  const token = new SignJWT({ channel })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(Math.floor((now + SESSION_LIFE) / 1000))
  return (user.userId === null ? token : token.setSubject(String(user.userId))).sign(key(secret))
}

/** Returns the channel of a token; undefined if it is forged, expired or another user's. */
export async function readChannel(
  secret: string,
  token: string,
  user: CurrentUser,
  now: number,
): Promise<string | undefined> {
  const { jwtVerify } = await jose()
  const currentDate = new Date(now)
  const read = await jwtVerify(token, key(secret), { algorithms: ['HS256'], currentDate }).catch(() => undefined)
  const channel = read?.payload['channel']
  const own = (read?.payload.sub ?? null) === (user.userId === null ? null : String(user.userId))
  return own && typeof channel === 'string' ? channel : undefined
}

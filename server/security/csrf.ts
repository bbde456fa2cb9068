import { createHmac, timingSafeEqual } from 'node:crypto'
import { newToken } from './sessions.ts'

/** Lifetime of a token: a week, in milliseconds. */
export const CSRF_LIFE = 7 * 24 * 3_600_000

function sign(secret: string, session: string, issued: string): string {
  return createHmac('sha256', secret).update(`csrf\n${session}\n${issued}`).digest('base64url')
}

/** Returns the value a token is bound to; callers without a cookie get the returned one. */
export function csrfBinding(known: string | undefined): { readonly binding: string; readonly cookie?: string } {
  if (known !== undefined) return { binding: known }
  const cookie = newToken()
  return { binding: cookie, cookie }
}

/** Returns a token for one session cookie. `now` in epoch milliseconds. */
export function csrfToken(secret: string, session: string, now: number): string {
  const issued = now.toString(36)
  return `${issued}.${sign(secret, session, issued)}`
}

/** True if the token was created for this session cookie within the last week. */
export function checkCsrf(secret: string, session: string, token: string, now: number): boolean {
  const [issued, signature, ...rest] = token.split('.')
  if (!issued || !signature || rest.length > 0) return false
  const expected = Buffer.from(sign(secret, session, issued))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const at = Number.parseInt(issued, 36)
  return now - at < CSRF_LIFE && at <= now + 60_000
}

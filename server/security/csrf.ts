import { createHmac, timingSafeEqual } from 'node:crypto'
import { newToken } from './sessions.ts'

/** A week, in milliseconds: how long a token is good for. */
export const CSRF_LIFE = 7 * 24 * 3_600_000

function sign(secret: string, session: string, issued: string): string {
  return createHmac('sha256', secret).update(`csrf\n${session}\n${issued}`).digest('base64url')
}

/** What a token is made for; who has no cookie yet gets the one named. */
export function csrfBinding(known: string | undefined): { readonly binding: string; readonly cookie?: string } {
  if (known !== undefined) return { binding: known }
  const cookie = newToken()
  return { binding: cookie, cookie }
}

/** A token that fits one session cookie. `now` in epoch milliseconds. */
export function csrfToken(secret: string, session: string, now: number): string {
  const issued = now.toString(36)
  return `${issued}.${sign(secret, session, issued)}`
}

/** Whether the token was made for this session cookie within the last week. */
export function checkCsrf(secret: string, session: string, token: string, now: number): boolean {
  const [issued, signature, ...rest] = token.split('.')
  if (!issued || !signature || rest.length > 0) return false
  const expected = Buffer.from(sign(secret, session, issued))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const at = Number.parseInt(issued, 36)
  return now - at < CSRF_LIFE && at <= now + 60_000
}

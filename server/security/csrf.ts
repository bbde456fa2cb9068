import { timingSafeEqual } from 'node:crypto'
import { hmacsOf, type SecretKeys } from '#server/base/secret-keys.ts'
import { createToken } from './sessions.ts'

/** Lifetime of a token: a week, in milliseconds. */
export const CSRF_TTL_MS = 7 * 24 * 3_600_000

/** Returns the signatures with each key, the current one first. */
function signatures(secret: SecretKeys, session: string, issued: string): readonly [string, ...string[]] {
  return hmacsOf(secret, `csrf\n${session}\n${issued}`)
}

/** Returns the value a token is bound to; callers without a cookie get the returned one. */
export function csrfBinding(known: string | undefined): { readonly binding: string; readonly cookie?: string } {
  if (known !== undefined) return { binding: known }
  const cookie = createToken()
  return { binding: cookie, cookie }
}

/** Returns a token for one session cookie. `now` in epoch milliseconds. */
export function csrfToken(secret: SecretKeys, session: string, now: number): string {
  const issued = now.toString(36)
  return `${issued}.${signatures(secret, session, issued)[0]}`
}

/** True if the token was created for this session cookie within the last week. */
export function checkCsrf(secret: SecretKeys, session: string, token: string, now: number): boolean {
  const [issued, signature, ...rest] = token.split('.')
  if (!issued || !signature || rest.length > 0) return false
  const given = Buffer.from(signature)
  const isSigned = signatures(secret, session, issued).some((text) => {
    const expected = Buffer.from(text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) return false
  const at = Number.parseInt(issued, 36)
  return now - at < CSRF_TTL_MS && at <= now + 60_000
}

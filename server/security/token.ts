import type { CurrentUser } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { currentKey, type SecretKeys } from '#server/base/secret-keys.ts'
import type { Store } from '#server/store/store.ts'
import { signingKeys } from './signing-keys.ts'
import { verifyToken } from './verify-token.ts'

/** Loaded when the first token is created or read: most servers start without one. */
const jose = () => import('jose')

export type TokenKind = 'access' | 'refresh'

/** Lifetime of a bearer token in seconds. */
export const TOKEN_TTL_SECONDS: Readonly<Record<TokenKind, number>> = { access: 15 * 60, refresh: 30 * 24 * 3600 }

/** The claims of a bearer token. */
export interface Claims {
  readonly userId: number
  readonly kind: TokenKind
  /** Issued by a sign-in with a password, not by a refresh. */
  readonly fresh: boolean
  /** Epoch milliseconds. */
  readonly issuedAt: number
}

const keyOf = signingKeys((secret) => new TextEncoder().encode(secret))

/** Returns a signed bearer token. `now` in epoch milliseconds, `life` in seconds. */
export async function signToken(
  secret: SecretKeys,
  claims: Omit<Claims, 'issuedAt'>,
  id: string,
  now: number,
  life = TOKEN_TTL_SECONDS[claims.kind],
): Promise<string> {
  const { SignJWT } = await jose()
  const issued = Math.floor(now / 1000)
  return new SignJWT({ type: claims.kind, fresh: claims.fresh, at: now })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(claims.userId))
    .setJti(id)
    .setIssuedAt(issued)
    .setNotBefore(issued)
    .setExpirationTime(issued + life)
    .sign(await keyOf(currentKey(secret)))
}

/** Returns the claims of the bearer token; throws if it is forged, expired or of the other type. */
export async function readToken(secret: SecretKeys, token: string, kind: TokenKind, now: number): Promise<Claims> {
  const { errors } = await jose()
  try {
    const payload = await verifyToken(secret, token, keyOf, { currentDate: new Date(now) })
    const userId = Number(payload.sub)
    if (payload['type'] !== kind || !Number.isSafeInteger(userId)) throw new ApiError('token-wrong')
    const at = payload['at']
    // Older tokens have their issue time only to the second.
    const issuedAt = typeof at === 'number' ? at : (payload.iat ?? 0) * 1000
    return { userId, kind, fresh: payload['fresh'] === true, issuedAt }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new ApiError('token-expired')
    throw new ApiError('token-wrong', { cause: error })
  }
}

/**
 * Returns the user of a bearer token. Throws `not-signed-in` if the user is deleted or inactive, and `token-revoked` if
 * they signed out everywhere or changed their password after it was issued.
 */
export async function userOfToken(store: Store, claims: Claims): Promise<CurrentUser> {
  const user = await store.users.current(claims.userId)
  if (!user) throw new ApiError('not-signed-in')
  if (await isExpired(store, claims)) throw new ApiError('token-revoked')
  return user
}

/** True if all sessions of the user were ended at or after that time. */
export async function isExpired(
  store: Store,
  { userId, issuedAt }: Pick<Claims, 'userId' | 'issuedAt'>,
): Promise<boolean> {
  const ended = await store.users.tokensFrom(userId)
  return ended !== null && issuedAt <= ended
}

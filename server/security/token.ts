import type { CurrentUser } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'

/** Loaded when the first token is made or read: most servers start without one. */
const jose = () => import('jose')

export type TokenKind = 'access' | 'refresh'

/** Life of a bearer token in seconds. */
export const TOKEN_LIFE: Readonly<Record<TokenKind, number>> = { access: 15 * 60, refresh: 30 * 24 * 3600 }

/** What a bearer token says. */
export interface Claims {
  readonly userId: number
  readonly kind: TokenKind
  /** Made by a sign-in with a password, not by a refresh. */
  readonly fresh: boolean
  /** Epoch milliseconds. */
  readonly issuedAt: number
}

const key = (secret: string) => new TextEncoder().encode(secret)

/** A signed bearer token. `now` in epoch milliseconds. */
export async function signToken(
  secret: string,
  claims: Omit<Claims, 'issuedAt'>,
  id: string,
  now: number,
): Promise<string> {
  const { SignJWT } = await jose()
  const issued = Math.floor(now / 1000)
  return new SignJWT({ type: claims.kind, fresh: claims.fresh, at: now })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(claims.userId))
    .setJti(id)
    .setIssuedAt(issued)
    .setNotBefore(issued)
    .setExpirationTime(issued + TOKEN_LIFE[claims.kind])
    .sign(key(secret))
}

/** What the bearer token says; a fault when it is forged, expired or of the other kind. */
export async function readToken(secret: string, token: string, kind: TokenKind, now: number): Promise<Claims> {
  const { errors, jwtVerify } = await jose()
  try {
    const { payload } = await jwtVerify(token, key(secret), { algorithms: ['HS256'], currentDate: new Date(now) })
    const userId = Number(payload.sub)
    if (payload['type'] !== kind || !Number.isSafeInteger(userId)) throw new ApiError('token-wrong')
    const at = payload['at']
    // Tokens of before know their moment to the second only.
    const issuedAt = typeof at === 'number' ? at : (payload.iat ?? 0) * 1000
    return { userId, kind, fresh: payload['fresh'] === true, issuedAt }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new ApiError('token-expired')
    throw new ApiError('token-wrong', { cause: error })
  }
}

/**
 * Whom a bearer token speaks for. Fails with `not-signed-in` when they are gone or inactive, with `token-revoked` when
 * they signed out everywhere or changed their password after it was issued.
 */
export async function userOfToken(store: Store, claims: Claims): Promise<CurrentUser> {
  const user = await store.users.current(claims.userId)
  if (!user) throw new ApiError('not-signed-in')
  if (await isEnded(store, claims)) throw new ApiError('token-revoked')
  return user
}

/** Whether everything of the user was ended at that moment or after it. */
export async function isEnded(
  store: Store,
  { userId, issuedAt }: Pick<Claims, 'userId' | 'issuedAt'>,
): Promise<boolean> {
  const ended = await store.users.tokensFrom(userId)
  return ended !== null && issuedAt <= ended
}

import type { FastifyRequest } from 'fastify'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Context } from '#server/route/context.ts'
import { findSession, steadyUntil } from '#server/security/sessions.ts'
import { subscriberOf } from '#server/security/network.ts'
import { readToken, userOfToken } from '#server/security/token.ts'
import { readCookie } from '#server/route/cookie.ts'

export const SESSION_COOKIE = 'session'

/** Role of those who have not signed in. */
const PUBLIC_ROLE = 'Public'

/** Who calls, and what they showed. */
export interface Caller {
  readonly user: CurrentUser
  readonly by: 'cookie' | 'bearer' | 'nothing'
  /** Value of the session cookie. */
  readonly cookie: string | undefined
  /** What the CSRF token of this caller is made for; undefined without a cookie. */
  readonly csrfBinding: string | undefined
  /**
   * Epoch milliseconds until which whoever shows the same is the same caller, if nothing stored is written meanwhile;
   * exclusive, 0 when that is not known.
   */
  readonly until: number
}

/**
 * The caller of a request: by the session cookie, else by a bearer token, else nobody. A bearer token that is wrong is
 * a fault, a cookie that is wrong is nobody.
 */
export async function findCaller(context: Context, request: FastifyRequest): Promise<Caller> {
  const cookie = readCookie(request.headers.cookie, SESSION_COOKIE)
  const session = cookie ? await findSession(context.store, cookie, context.now()) : undefined
  const byCookie = session ? await context.store.users.current(session.user_id) : undefined
  const csrfBinding = session?.csrf_secret ?? cookie
  if (session && byCookie) return { user: byCookie, by: 'cookie', cookie, csrfBinding, until: steadyUntil(session) }
  const byBearer = await bearer(context, request)
  if (byBearer) return { user: byBearer, by: 'bearer', cookie, csrfBinding, until: 0 }
  // A session may begin with any cookie, but not without being written. An authorization that is refused may not be.
  const until = request.headers.authorization === undefined ? Number.POSITIVE_INFINITY : 0
  const user = { ...(await context.store.users.anonymous(PUBLIC_ROLE)), origin: subscriberOf(request.ip) }
  return { user, by: 'nothing', cookie, csrfBinding, until }
}

async function bearer(context: Context, request: FastifyRequest): Promise<CurrentUser | undefined> {
  const token = bearerToken(request.headers.authorization)
  if (!token) return undefined
  const claims = await readToken(context.config.secretKey, token, 'access', context.now()).catch((error: unknown) => {
    // A refresh token is for one address, which reads it itself.
    if (request.url.includes('/security/refresh')) return undefined
    throw error
  })
  return claims && userOfToken(context.store, claims)
}

/** The token of an `Authorization: Bearer` header. */
function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
}

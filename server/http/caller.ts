import type { FastifyRequest } from 'fastify'
import { hasPermission, PUBLIC_ROLE } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { requestRules } from '#core/access/rules.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import type { Session } from '#core/entity/session.ts'
import { findSession, nextSessionChange } from '#server/security/sessions.ts'
import { callerOfApiToken, isApiToken } from '#server/security/api-tokens.ts'
import type { TokenScope } from '#server/store/api-tokens.ts'
import { subscriberAddress } from '#server/security/address-network.ts'
import { requireCreatorDataAccess } from '#server/dataset/guest-restrictions.ts'
import { GUEST_TOKEN_PERMISSION, guestUser, readGuestToken } from '#server/security/guest-token.ts'
import { readToken, userOfToken } from '#server/security/token.ts'
import { csrfBindingOf, viewedUser } from '#server/security/view-as.ts'
import { readCookie } from '#server/route/cookie.ts'
import { isSessionValid } from './proxy-sign-in.ts'

export const SESSION_COOKIE = 'session'

/** The caller and their credentials. */
export interface Caller {
  readonly user: CurrentUser
  /** The signed-in administrator, if they view the application as `user`. */
  readonly administrator?: CurrentUser
  readonly by: 'cookie' | 'bearer' | 'guest' | 'nothing'
  /** The scope of a personal API token; undefined for callers without one. */
  readonly tokenScope?: TokenScope
  /** Value of the session cookie. */
  readonly cookie: string | undefined
  /** The value the caller's CSRF token is bound to; undefined without a cookie. */
  readonly csrfBinding: string | undefined
  /**
   * Until when the same credentials identify the same caller, unless the store is written before: exclusive, in epoch
   * milliseconds, 0 if unknown.
   */
  readonly until: number
}

/** The header of guest tokens. */
const GUEST_HEADER = 'x-guesttoken'

/**
 * Returns the caller of a request: by a guest token, else by a personal API token, else by the session cookie, else by another bearer token,
 * else anonymous. An invalid bearer token is an error; an invalid cookie means anonymous.
 */
export async function findCaller(context: Context, request: FastifyRequest): Promise<Caller> {
  const guest = await guestCaller(context, request)
  if (guest) return guest
  const cookie = readCookie(request.headers.cookie, SESSION_COOKIE)
  const hasApiToken = isApiToken(bearerToken(request.headers.authorization) ?? '')
  const found = cookie && !hasApiToken ? await findSession(context.store, cookie, context.now()) : undefined
  const session = found && (await isSessionValid(context, found, request)) ? found : undefined
  const byCookie = session ? await context.store.users.current(session.user_id) : undefined
  if (session && byCookie) return { ...(await callerOfSession(context, request, session, byCookie)), cookie }
  const csrfBinding = session?.csrf_secret ?? cookie
  const byBearer = await bearer(context, request)
  if (byBearer) return { ...byBearer, by: 'bearer', cookie, csrfBinding, until: 0 }
  // Any cookie may become a session, but only by a write to the store. A rejected `Authorization` header may become
  // valid without one.
  const until = request.headers.authorization === undefined ? Number.POSITIVE_INFINITY : 0
  const user = { ...(await context.store.users.anonymous(PUBLIC_ROLE)), origin: subscriberAddress(request.ip) }
  return { user, by: 'nothing', cookie, csrfBinding, until }
}

async function callerOfSession(
  { store, now }: Context,
  { ip }: FastifyRequest,
  session: Session,
  user: CurrentUser,
): Promise<Omit<Caller, 'cookie'>> {
  const until = nextSessionChange(session)
  const viewed = await viewedUser(store, session, { administrator: user, ip, now: now() })
  if (!viewed) return { user, by: 'cookie', csrfBinding: csrfBindingOf(session, false), until }
  return {
    user: viewed,
    administrator: user,
    by: 'cookie',
    csrfBinding: csrfBindingOf(session, true),
    until: Math.min(until, viewed.viewAs?.until ?? 0),
  }
}

/** Returns the caller of a guest token, if the request has one and the feature is on. Cookies are ignored then. */
async function guestCaller({ config, store, now }: Context, request: FastifyRequest): Promise<Caller | undefined> {
  const header = request.headers[GUEST_HEADER]
  const token = Array.isArray(header) ? header.at(-1) : header
  if (!config.flags.EMBEDDED_SUPERSET || !token) return undefined
  const claims = await readGuestToken(config.secretKey, token, now())
  const user = await guestUser(store, claims, { roleName: config.guestRoleName, origin: subscriberAddress(request.ip) })
  const creator = await store.users.current(claims.creator)
  const { permission, view } = GUEST_TOKEN_PERMISSION
  if (!creator || !hasPermission(creator, permission, view)) throw new ApiError('token-revoked')
  await requireCreatorDataAccess(store, { user: creator, guest: user }, requestRules(config.flags)).catch(
    (error: unknown) => {
      // The error names a dataset that the guest may not know. The creator of the next token gets it.
      const isLost = error instanceof ApiError && ['forbidden', 'guest-restricted', 'guest-clause'].includes(error.code)
      throw isLost ? new ApiError('token-revoked', { cause: error }) : error
    },
  )
  return { user, by: 'guest', cookie: undefined, csrfBinding: undefined, until: 0 }
}

async function bearer(
  context: Context,
  request: FastifyRequest,
): Promise<Pick<Caller, 'user' | 'tokenScope'> | undefined> {
  const token = bearerToken(request.headers.authorization)
  if (!token) return undefined
  if (isApiToken(token)) {
    const { user, scope } = await callerOfApiToken(context.store, token, context.now())
    return { user, tokenScope: scope }
  }
  const claims = await readToken(context.config.secretKey, token, 'access', context.now()).catch((error: unknown) => {
    // A refresh token is for one URL, whose handler reads it itself.
    if (request.url.includes('/security/refresh')) return undefined
    throw error
  })
  return claims && { user: await userOfToken(context.store, claims) }
}

/** Returns the token of an `Authorization: Bearer` header. */
function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
}

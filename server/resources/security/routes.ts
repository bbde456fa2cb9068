import { guestTokenResponse, guestTokenBody } from '#core/rest/security.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { accessResponse, csrfResponse, tokensResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { GUEST_TOKEN_PERMISSION, guestAccess, guestUser, signGuestToken } from '#server/security/guest-token.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { requireCreatorDataAccess } from '#server/dataset/guest-restrictions.ts'
import { hasSecondFactor, MAX_CODE_LENGTH, requireSecondFactor } from '#server/identity/second-factor.ts'
import { signInByPassword } from '#server/identity/password-sign-in.ts'
import { logSignIn } from '#server/security/sign-in.ts'
import { PROVIDER_SESSION_TTL_MS } from '#server/security/sessions.ts'
import { readToken, signToken, type TokenKind, userOfToken } from '#server/security/token.ts'

const credentials = z.strictObject({
  username: z.string(),
  password: z.string(),
  /** A code of the authenticator app, or a recovery code. */
  code: z.string().max(MAX_CODE_LENGTH).optional(),
  provider: z.enum(['db', 'ldap'], { error: 'Alternative authentication provider is not allowed' }).default('db'),
  refresh: z.boolean().default(false),
})

const NO_COOKIE = 'Made by scripts without a cookie; the cookie is not read.'

/** Sign-in for scripts: bearer tokens, and the CSRF token of a session. */
export const securityRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/login',
    policy: { allow: 'anyone' },
    csrfExempt: NO_COOKIE,
    responses: { 200: tokensResponse },
    handler: login,
  },
  {
    method: 'POST',
    path: '/refresh',
    policy: { allow: 'anyone' },
    csrfExempt: NO_COOKIE,
    responses: { 200: accessResponse },
    handler: refresh,
  },
  {
    method: 'GET',
    path: '/csrf_token',
    policy: { allow: 'signed in' },
    viewAs: 'administrator',
    responses: { 200: csrfResponse },
    handler: csrf,
  },
  {
    method: 'POST',
    path: '/guest_token',
    policy: GUEST_TOKEN_PERMISSION,
    body: guestTokenBody,
    responses: { 200: guestTokenResponse },
    handler: guestToken,
  },
]

async function login(request: RouteRequest): Promise<RouteResponse> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('payload-not-json')
  const read = readBody(credentials, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { context } = request
  // The time before the check: if the password changes during the check, the token is invalid.
  const begun = context.now()
  const { user, directory } = await signInByPassword(context, { ...read.ok, ip: request.ip })
  const needsCode = directory?.checks_second_factor !== true
  const factor = needsCode ? await requireCode(request, user.id, read.ok.code) : undefined
  const { secretKey } = context.config
  const token = (kind: TokenKind, life?: number) =>
    signToken(secretKey, { userId: user.id, kind, fresh: true }, context.newUuid(), begun, life)
  const access = { access_token: await token('access') }
  await logSignIn(context.store, user.id, factor === undefined ? 'bearer token' : `bearer token and ${factor}`)
  if (!read.ok.refresh) return jsonResponse(tokensResponse, access)
  // A directory gives rights only at a sign-in, so that its users sign in again as often as with a session.
  const refresh_token = await token('refresh', directory && PROVIDER_SESSION_TTL_MS / 1000)
  return jsonResponse(tokensResponse, { ...access, refresh_token })
}

/** Throws `code-required`, `code-wrong`, and `second-factor-required` if the user has to set up a second factor first. */
async function requireCode({ context, ip }: RouteRequest, userId: number, code: string | undefined) {
  if (!(await hasSecondFactor(context.store, userId))) {
    if (context.config.requireSecondFactor) throw new ApiError('second-factor-required')
    return undefined
  }
  if (code === undefined) throw new ApiError('code-required')
  return requireSecondFactor(context, { userId, code, ip })
}

async function refresh(request: RouteRequest): Promise<RouteResponse> {
  const { context } = request
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1]
  if (!token) throw new ApiError('token-missing')
  const begun = context.now()
  const shown = await readToken(context.config.secretKey, token, 'refresh', begun)
  await userOfToken(context.store, shown)
  // The token may be from before the setting.
  if (context.config.requireSecondFactor && !(await hasSecondFactor(context.store, shown.userId)))
    throw new ApiError('second-factor-required')
  const claims = { userId: shown.userId, kind: 'access', fresh: false } as const
  const access_token = await signToken(context.config.secretKey, claims, context.newUuid(), begun)
  return jsonResponse(accessResponse, { access_token })
}

/** Returns the CSRF token for the caller's session cookie; a caller without one gets one with the response. */
async function csrf(request: RouteRequest): Promise<RouteResponse> {
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const result = csrfToken(request.context.config.secretKey, binding, request.context.now())
  return { ...jsonResponse(csrfResponse, { result }), ...(cookie === undefined ? {} : { cookie }) }
}

/**
 * `POST /api/v1/security/guest_token/`: returns a token with which its bearer reads embedded dashboards. The caller must
 * be able to read the dashboards and all of their datasets, without restrictions that the guest does not have.
 */
async function guestToken(request: RouteRequest): Promise<RouteResponse> {
  const { context, user } = request
  const { store, config } = context
  if (user.userId === null) throw new ApiError('not-signed-in')
  if (!config.flags.EMBEDDED_SUPERSET) throw new ApiError('flag-off', { args: ['EMBEDDED_SUPERSET'] })
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('payload-not-json')
  const read = readBody(guestTokenBody, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  for (const { id } of read.ok.resources) {
    const { dashboards } = await guestAccess(store, { resources: [{ type: 'dashboard', id }], rls: [] })
    if (dashboards.length === 0) throw new ApiError('guest-resource', { args: [id] })
  }
  const rules = ruleOptions(request)
  const guest = await guestUser(store, read.ok, { roleName: config.guestRoleName, origin: request.origin })
  await requireCreatorDataAccess(store, { user, guest }, rules)
  const life = { now: context.now(), seconds: config.guestTokenSeconds }
  const token = await signGuestToken(config.secretKey, { ...read.ok, creator: user.userId }, life)
  requireWithin('guest-token-bytes', token.length)
  return { ...jsonResponse(guestTokenResponse, { token }), headers: { 'cache-control': 'no-store' } }
}

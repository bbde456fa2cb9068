import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import type { Route } from '#server/route/route.ts'
import { requireTokenScope } from '#server/security/api-tokens.ts'
import { checkCsrf } from '#server/security/csrf.ts'
import { bodyLimit, checkLength, isMultipart, isUrlencoded } from './body.ts'
import { type Caller, findCaller } from './caller.ts'
import { rejectWritesInViewAs } from '#server/security/view-as.ts'
import { enforcePolicy, isForAnyone } from '#server/route/policy.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { findChannel, CHANNEL_COOKIE } from '#server/route/channel.ts'
import { signChannel } from '#server/security/channel-token.ts'
import { SESSION_TTL_MS } from '#server/security/sessions.ts'
import { printCookie } from '#server/route/cookie.ts'

/** Gives a caller without an event channel a channel cookie, so that their next request has one. */
async function setChannelCookie(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: CurrentUser,
): Promise<void> {
  if (!context.asyncQueries || user.guest || (await findChannel(context, request.headers.cookie, user))) return
  const { config, now, newUuid } = context
  const token = await signChannel(config.secretKey, newUuid(), user, now())
  const settings = { path: config.basePath || '/', secure: request.protocol === 'https', maxAge: SESSION_TTL_MS / 1000 }
  reply.header('set-cookie', printCookie(CHANNEL_COOKIE, token, settings))
}

/** A caller who may call a route, and the maximum length of their body in bytes. */
export interface AuthorizedCall {
  readonly caller: Caller
  readonly bodyLimit: number
}

/**
 * Identifies and authorizes the caller before any of the body is read. A CSRF token in a form field is checked later,
 * by `requireFormToken`.
 */
export async function authorizeCall(
  context: Context,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthorizedCall> {
  rejectEmbeddedLoad(route, request)
  const caller = await findRouteCaller(context, route, request)
  requireScope(route, request, caller)
  await setChannelCookie(context, request, reply, caller.user)
  if (needsToken(route, request, caller) && !mayStandInForm(route, request))
    check(context, caller, headerToken(request))
  enforcePolicy(route.policy, caller.user)
  const limit = bodyLimit(route, caller.user, request, context.config.uploadBytes)
  checkLength(request, limit, route)
  return { caller, bodyLimit: limit }
}

/**
 * Returns the caller of a request. While an administrator views as another user, that is the other user, except for
 * routes that are answered as the administrator.
 */
export async function findRouteCaller(context: Context, route: Route, request: FastifyRequest): Promise<Caller> {
  const { administrator, ...caller } = await findCaller(context, request)
  return administrator && viewAsOf(route) === 'administrator' ? { ...caller, user: administrator } : caller
}

/** An own property only: a property of `Object.prototype` must not open a route. */
function viewAsOf(route: RouteScope): Route['viewAs'] {
  return Object.hasOwn(route, 'viewAs') ? route.viewAs : undefined
}

/** The properties of a route that admit tokens, guests and views as other users. */
type RouteScope = Pick<Route, 'guest' | 'needsSession' | 'tokenScope' | 'viewAs'>

/**
 * Throws `guest-call`, `token-account`, `token-personal` or `token-read-only` if the token of the caller may not make the call, and
 * `view-as-read-only` or `view-as-account` if an administrator may not make it while viewing as another user.
 */
export function requireScope(route: RouteScope, { method, routeOptions }: FastifyRequest, caller: Caller): void {
  if (caller.user.guest && !(Object.hasOwn(route, 'guest') && route.guest)) throw new ApiError('guest-call')
  if (route.needsSession && caller.by === 'bearer') throw new ApiError('token-account')
  // The path is that of the mounted route.
  const call = { method, path: routeOptions.url ?? '', tokenScope: route.tokenScope }
  if (caller.user.viewAs) rejectWritesInViewAs(caller.user.viewAs, { ...call, viewAs: viewAsOf(route) })
  const { tokenScope: scope, user } = caller
  if (scope !== undefined) requireTokenScope({ scope, roleLimit: user.roleLimit }, call)
}

/** Subresources that a page loads by URL alone, by the names of `Sec-Fetch-Dest` (Fetch Metadata, W3C). */
const PARTS: ReadonlySet<unknown> = new Set([
  'audio',
  'audioworklet',
  'embed',
  'font',
  'image',
  'manifest',
  'object',
  'paintworklet',
  'report',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'track',
  'video',
  'worker',
  'xslt',
])

/** Rejects requests that, for example, an image in a text makes in the name of its reader: some URLs write on GET. */
function rejectEmbeddedLoad({ loadedAs }: Route, { headers }: FastifyRequest): void {
  const part = headers['sec-fetch-dest']
  if (PARTS.has(part) && part !== loadedAs) throw new ApiError('not-a-part')
}

/**
 * Rejects a form that needs the CSRF token in its fields and lacks it. `fields` are those of a multipart form, which is
 * read earlier; without them a multipart form is not checked yet.
 */
export function requireFormToken(
  context: Context,
  route: Route,
  request: FastifyRequest,
  caller: Caller,
  fields?: Readonly<Record<string, string>>,
): void {
  if (!needsToken(route, request, caller) || !mayStandInForm(route, request)) return
  if (isUrlencoded(request)) check(context, caller, fieldToken(request.body))
  else if (fields) check(context, caller, fieldToken(fields))
}

/** True if a CSRF token is required: another site may have made a request that is authenticated by a cookie alone. */
function needsToken(route: Route, { method }: FastifyRequest, caller: Caller): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const isExempt = Object.hasOwn(route, 'csrfExempt') && route.csrfExempt !== undefined
  if (isExempt || caller.by === 'bearer' || caller.by === 'guest') return false
  // A request without credentials has no authority to abuse, except to sign a user in as another user.
  return caller.by !== 'nothing' || isForAnyone(route.policy)
}

function mayStandInForm({ tokenInForm }: Route, request: FastifyRequest): boolean {
  const isForm = isUrlencoded(request) || (tokenInForm === true && isMultipart(request))
  return headerToken(request) === undefined && isForm
}

function check(context: Context, { csrfBinding }: Caller, token: string | undefined): void {
  if (!token) throw new ApiError('csrf-missing')
  if (!csrfBinding || !checkCsrf(context.config.secretKey, csrfBinding, token, context.now()))
    throw new ApiError('csrf-wrong')
}

function headerToken({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-csrftoken'] ?? headers['x-csrf-token']
  return (Array.isArray(token) ? token.at(-1) : token) || undefined
}

function fieldToken(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const token = (body as Record<string, unknown>)['csrf_token']
  return typeof token === 'string' ? token : undefined
}

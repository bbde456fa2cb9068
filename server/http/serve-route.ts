import type { IncomingFileObserver } from '#server/base/incoming-file-observer.ts'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import { parseQ } from '#core/rest/rison.ts'
import type { Context } from '#server/route/context.ts'
import type { Form, FormStart, Route, RouteRequest, RouteResponse } from '#server/route/route.ts'
import { withEventOrigin } from '#server/store/events.ts'
import { type RecordedRead, recordReads } from '#server/store/recorded-reads.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import { withRequestUser } from '#server/security/present-rights.ts'
import { streamWhilePermitted } from '#server/security/repeated-check.ts'
import { SESSION_TTL_MS } from '#server/security/sessions.ts'
import {
  type AuthorizedCall,
  authorizeCall,
  findRouteCaller,
  requireFormToken,
  requireScope,
} from './authorize-call.ts'
import { limitBody, formLimitOf } from './body.ts'
import { type Caller, SESSION_COOKIE } from './caller.ts'
import { printCookie } from '#server/route/cookie.ts'
import { isForm, readForm } from './read-form.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import { UploadedFiles, uploadFolderOf } from './uploaded-files.ts'
import { respondFromCache, readAhead } from './fast-path.ts'
import { withCaller } from '#server/engines/engine-caller.ts'
import { enforcePolicy, isPolicy } from '#server/route/policy.ts'
import type { ResponseCache } from './response-cache.ts'
import { sendResponse, sendFailure, sendCachedResponse } from './reply.ts'

/** Dependencies of all routes. */
export interface RouteDependencies {
  readonly context: Context
  readonly responses: ResponseCache
}

/** Adds a route to the application; throws if the route has no policy. */
export function serveRoute(app: FastifyInstance, serving: RouteDependencies, prefix: string, route: Route): void {
  const url = `${prefix}${route.path}` || '/'
  if (!isPolicy(route.policy)) throw new Error(`The route ${route.method} ${url} has no policy`)
  const admitCaller = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    authorizedCalls.set(request, await recordReads(() => authorizeCall(serving.context, route, request, reply)))
  }
  app.route({
    method: route.method,
    url,
    onRequest: route.repeats ? [respondFromCache(serving.responses), admitCaller] : admitCaller,
    preParsing: (request, _, payload, done) => done(null, bodyOf(request, payload)),
    handler: (request, reply) => handleRoute(serving, route, request, reply),
  })
}

/** The admitted caller of each request, while it is answered. */
const authorizedCalls = new WeakMap<FastifyRequest, RecordedRead<AuthorizedCall>>()

function bodyOf(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  return readAhead(request.raw) ?? limitBody(request, payload, authorizedCalls.get(request)?.value.bodyLimit ?? 0)
}

/** Answers one request. */
export async function handleRoute(
  { context, responses }: RouteDependencies,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const aborted = disconnectSignal(request.raw, reply.raw)
  try {
    const shared = await responses.join(request.raw, () => aborted)
    if (shared) {
      sendCachedResponse(reply.hijack().raw, shared, request.id)
      return reply
    }
    const answer = await responses.lead(request.raw, aborted, async (signal) => {
      const before = authorizedCalls.get(request)
      const { value, reads } = await recordReads(() => handleCall(context, route, request, reply, signal))
      const responseOrigin = { until: value.caller.until, reads: new Set([...(before?.reads ?? []), ...reads]) }
      responses.keep(request.raw, value.answer, responseOrigin)
      return value.answer
    })
    return sendResponse(reply, answer)
  } catch (error) {
    return sendFailure(context, reply, error)
  }
}

/**
 * Authorizes the caller, reads the input and runs the route handler. `signal` is aborted when no client waits for the
 * response.
 */
async function handleCall(
  context: Context,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<{ readonly answer: RouteResponse; readonly caller: Caller }> {
  const { caller } = authorizedCalls.get(request)?.value ?? (await authorizeCall(context, route, request, reply))
  requireFormToken(context, route, request, caller)
  const json = route.formOptional && !isForm(request)
  let fileObserver: IncomingFileObserver | undefined
  const onFileStart = (start: FormStart) => {
    fileObserver = route.onFileStart?.(toRouteRequest(context, request, caller, undefined, signal), start)
    return fileObserver
  }
  const disk = route.keepsFiles && new UploadedFiles(uploadFolderOf(context.config.home))
  try {
    const limit = formLimitOf(route, context.config.uploadBytes)
    const form = limit === undefined || json ? undefined : await readForm(request, limit, disk, onFileStart)
    if (form) requireFormToken(context, route, request, caller, form.fields)
    const current = isSafe(request.method) ? caller : await sameCaller(context, route, request, caller)
    const { user } = current
    const handle = () => route.handler(toRouteRequest(context, request, current, form, signal))
    const findPresent = presentCaller(context, route, request, current)
    const run = () => withRequestUser(user, findPresent, handle)
    const origin = { address: request.ip, viewAs: user.viewAs }
    const answer = await withEventOrigin(origin, () =>
      withCaller({ username: user.isAnonymous ? null : user.username }, run),
    )
    setSession(context, request, reply, answer)
    const { stream, type } = answer
    // Each frame is a whole result, for which the rights were checked when it was computed.
    const isWatched = stream && type !== FRAMES_MEDIA_TYPE
    return {
      answer: isWatched ? { ...answer, stream: streamWhilePermitted(stream, findPresent) } : answer,
      caller: current,
    }
  } finally {
    fileObserver?.end()
    await disk?.drop()
  }
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * Returns the caller with their present roles: a client can hold the body of a request open for minutes. Throws
 * `not-signed-in` if the session or token has ended, or belongs to another user, since the request began, and
 * `forbidden` if the caller has lost the permission.
 */
async function sameCaller(context: Context, route: Route, request: FastifyRequest, { user }: Caller): Promise<Caller> {
  const current = await context.store.within(() => findRouteCaller(context, route, request))
  const isOther = current.user.userId !== user.userId || current.user.viewAs?.id !== user.viewAs?.id
  if (isOther) throw new ApiError('not-signed-in')
  requireScope(route, request, current)
  enforcePolicy(route.policy, current.user)
  return current
}

/**
 * Returns a search for the present caller. Credentials that have only expired since still count: they were valid when
 * the request was made.
 */
function presentCaller(
  context: Context,
  route: Route,
  request: FastifyRequest,
  caller: Caller,
): () => Promise<CurrentUser> {
  const at = context.now()
  return async () => (await sameCaller({ ...context, now: () => at }, route, request, caller)).user
}

function toRouteRequest(
  context: Context,
  request: FastifyRequest,
  caller: Caller,
  form: Form | undefined,
  signal: AbortSignal,
): RouteRequest {
  const query = texts(request.query)
  let nonce: string | undefined
  return {
    context,
    user: caller.user,
    params: texts(request.params),
    query,
    get q() {
      return parseQ(query['q'])
    },
    body: request.body ?? undefined,
    form,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, headerText(value)])),
    signal,
    url: request.url,
    origin: originOf(request),
    cookie: caller.cookie,
    csrfBinding: caller.csrfBinding,
    ip: request.ip,
    // Computed on demand: few responses are pages, and randomness takes time.
    get nonce() {
      nonce ??= randomBytes(16).toString('base64url')
      return nonce
    },
  }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value
}

function texts(values: unknown): Record<string, string> {
  const entries = Object.entries((values ?? {}) as Record<string, string | string[]>)
  return Object.fromEntries(entries.map(([name, value]) => [name, headerText(value) ?? '']))
}

function setSession(context: Context, request: FastifyRequest, reply: FastifyReply, answer: RouteResponse): void {
  if (answer.cookie === undefined) return
  const settings = { path: context.config.basePath || '/', secure: request.protocol === 'https' }
  const maxAge = answer.cookie === '' ? {} : { maxAge: SESSION_TTL_MS / 1000 }
  reply.header('set-cookie', printCookie(SESSION_COOKIE, answer.cookie, { ...settings, ...maxAge }))
}

/** Returns the origin; empty if the `host` header is invalid. */
function originOf(request: FastifyRequest): string {
  const url = `${request.protocol}://${request.host}`
  return URL.canParse(url) ? new URL(url).origin : ''
}

import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import { respondConditionally } from '#server/http/respond-conditionally.ts'
import { CALL_ID_HEADER, callIds, withCallId } from '#server/http/call-id.ts'
import { MAX_FIELDS_BYTES, hasBody, readJsonBodies, SIGNED_IN_BYTES } from '#server/http/body.ts'
import { assetFolders } from '#server/http/client-files.ts'
import { headerError } from '#server/http/header-error.ts'
import { serveHealth } from '#server/http/health.ts'
import { dropForeignHeaders } from '#server/http/proxy-sign-in.ts'
import { serveScim } from '#server/http/scim.ts'
import { rejectUnknownMethods } from '#server/http/reject-unknown-methods.ts'
import { makeServer, CONNECTION_TIMEOUTS, type ConnectionTimeouts } from '#server/http/listener.ts'
import { loginRoutes } from '#server/http/login-page.ts'
import { signInLinkRoutes } from '#server/http/sign-in-link-page.ts'
import { CALLS_END_TIMEOUT_MS, OpenCalls } from '#server/http/open-calls.ts'
import { logoutRoutes } from '#server/http/logout-page.ts'
import { localeRoute } from '#server/http/locale.ts'
import { providerRoutes } from '#server/http/provider-page.ts'
import { secondFactorRoutes } from '#server/http/second-factor-page.ts'
import { pageRoutes, showClient } from '#server/http/pages.ts'
import { ResponseCache } from '#server/http/response-cache.ts'
import { HEADERS } from '#server/http/headers.ts'
import { sendFailure } from '#server/http/reply.ts'
import { respondToMalformedRequest } from '#server/http/respond-to-malformed-request.ts'
import { serveSocket } from '#server/http/socket.ts'
import { handleRoute, serveRoute, type RouteDependencies } from '#server/http/serve-route.ts'
import { samlRoutes } from '#server/http/saml-page.ts'
import { resourceRoutes } from '#server/resources/resource-routes.ts'
import { calls, resources } from '#server/resources/index.ts'
import type { Route } from '#server/route/route.ts'

/** Only JSON is compressed here. Files are compressed already or are too large to compress during a request. */
const JSON_ONLY = /^application\/json(?:;|$)/
const YEAR = 365 * 24 * 3_600_000

/** Creates the HTTP application for a context. It does not listen yet. */
export async function makeApp(
  context: Context,
  patience: ConnectionTimeouts = CONNECTION_TIMEOUTS,
): Promise<FastifyInstance> {
  const { config } = context
  const serving: RouteDependencies = { context, responses: new ResponseCache(context) }
  const callId = callIds(config.trustProxy)
  const app = fastify({
    bodyLimit: SIGNED_IN_BYTES,
    trustProxy: typeof config.trustProxy === 'boolean' ? config.trustProxy : [...config.trustProxy],
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections while the server ends are still answered; see `OpenCalls`.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    rewriteUrl: ({ url = '/' }) => withoutBase(url, config.basePath),
    frameworkErrors: (error, _, reply) => void sendFailure(context, reply, error),
    genReqId: callId,
    clientErrorHandler: respondToMalformedRequest,
    serverFactory: (handler) =>
      makeServer({ callId, log: context.log, patience }, rejectUnknownMethods(callId, handler)),
  })
  dropForeignHeaders(app, config)
  const open = new OpenCalls(app.server)
  app.addHook('preClose', () => open.end(CALLS_END_TIMEOUT_MS))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(CALL_ID_HEADER, request.id)
    withCallId(request.id, () => context.store.within(done))
  })
  app.addHook('onRequest', (request, _, done) =>
    done(headerError(request) ?? (request.is404 && hasBody(request) ? new ApiError('not-found') : undefined)),
  )
  readJsonBodies(app)
  await app.register(formbody, { bodyLimit: MAX_FIELDS_BYTES })
  await app.register(multipart)
  // Bodies of other content types count as missing. Routes that need a body report that in the texts clients know.
  app.addContentTypeParser('*', (_, payload, done) => {
    payload.resume()
    done(null, undefined)
  })
  app.addHook('onSend', async (request, reply) => {
    const { 'cache-control': caching, 'content-security-policy': policy, ...headers } = HEADERS
    reply.headers(headers)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', caching)
    // Pages have a policy of their own. A policy of an asset would apply to the worker that runs it.
    const hasOwnPolicy = reply.hasHeader('content-security-policy') && !request.url.startsWith('/api/')
    if (!hasOwnPolicy && !request.url.startsWith('/assets/')) reply.header('content-security-policy', policy)
  })
  app.setErrorHandler((error, _, reply) => sendFailure(context, reply, error))
  if (context.asyncQueries) await serveSocket(app, context, context.asyncQueries)
  await serveClient(app, context)
  servePages(app, serving)
  await serveScim(app, context)
  await serveCalls(app, serving)
  return app
}

function withoutBase(url: string, base: string): string {
  if (base === '' || !url.startsWith(base)) return url
  const rest = url.slice(base.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

async function serveClient(app: FastifyInstance, context: Context): Promise<void> {
  const folders = assetFolders(context.config.clientDir)
  if (folders.length === 0) return
  await app.register(async (scope) => {
    // A path that is malformed gets the same 404 as a path without a file.
    scope.setErrorHandler<FastifyError>((error, _, reply) =>
      sendFailure(context, reply, (error.statusCode ?? 500) < 500 ? new ApiError('not-found') : error),
    )
    await scope.register(fastifyStatic, {
      root: folders,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: YEAR,
      index: false,
      decorateReply: false,
    })
    // Browsers request it for responses that name no icon, such as JSON.
    scope.get('/favicon.ico', (_, reply) => reply.redirect('assets/facet.svg'))
  })
}

/**
 * Serves the API routes. Responses to GET requests are compressed and carry an ETag of their bytes, so that unchanged
 * ones are not sent again. The encoding of data responses is decided where they are cached.
 */
async function serveCalls(app: FastifyInstance, serving: RouteDependencies): Promise<void> {
  await app.register(async (reads) => {
    respondConditionally(reads)
    // Request bodies are never decompressed: a few bytes could expand to any size.
    await reads.register(compress, { encodings: ['br', 'gzip'], customTypes: JSON_ONLY, globalDecompression: false })
    const serve = (prefix: string, routes: readonly Route[]) => {
      for (const route of routes) serveRoute(route.method === 'GET' ? reads : app, serving, prefix, route)
    }
    for (const [prefix, routes] of Object.entries(calls)) serve(prefix, routes)
    for (const resource of resources) serve(`/api/v1/${resource.name}`, resourceRoutes(resource))
  })
}

function servePages(app: FastifyInstance, serving: RouteDependencies): void {
  const { context } = serving
  serveHealth(app, context)
  for (const route of [
    ...loginRoutes,
    ...signInLinkRoutes,
    ...providerRoutes,
    ...samlRoutes,
    ...secondFactorRoutes,
    ...logoutRoutes,
    localeRoute,
    ...pageRoutes,
  ])
    serveRoute(app, serving, '', route)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || request.url.startsWith('/api/')) return sendFailure(context, reply, new ApiError('not-found'))
    const page: Route = {
      method: 'GET',
      path: '*',
      policy: { allow: 'anyone' },
      handler: (routeRequest) => showClient(routeRequest, 404),
    }
    return handleRoute(serving, page, request, reply)
  })
}

import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance } from 'fastify'
import { Fault } from '#core/rest/fault.ts'
import type { Context } from '#server/context.ts'
import { answeringEarly, earlyBody } from '#server/http/early.ts'
import { serveHealth } from '#server/http/health.ts'
import { loginRoutes } from '#server/http/login-page.ts'
import { pageRoutes, showClient } from '#server/http/pages.ts'
import { Repeats } from '#server/http/repeats.ts'
import { API_HEADERS, HEADERS } from '#server/http/headers.ts'
import { sendFailure } from '#server/http/reply.ts'
import { serveSocket } from '#server/http/socket.ts'
import { answerRoute, serveRoute, type Serving } from '#server/http/serve.ts'
import { resourceRoutes } from '#server/resources/generic.ts'
import { calls, resources } from '#server/resources/index.ts'
import type { Route } from '#server/resources/resource.ts'

/** The largest JSON body: dashboards of thousands of charts fit. */
const BODY_LIMIT = 16 * 1024 * 1024
/** Form data may stand in an address. */
const HEADER_LIMIT = 128 * 1024
/** Longer than proxies keep theirs, so that none finds a connection closed that it just chose. */
const KEEP_ALIVE_MS = 72_000
const YEAR = 365 * 24 * 3_600_000

/** The HTTP application for a context. It listens nowhere yet. */
export async function makeApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const repeats = new Repeats(context)
  const repeated = new Set<string>()
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: typeof config.trustProxy === 'boolean' ? config.trustProxy : [...config.trustProxy],
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    rewriteUrl: ({ url = '/' }) => withoutBase(url, config.basePath),
    frameworkErrors: (error, _, reply) => void sendFailure(context, reply, error),
    serverFactory: (handler) =>
      createServer(
        { maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 },
        answeringEarly({ repeats, mayRepeat: (path) => repeated.has(withoutBase(path, config.basePath)) }, handler),
      ),
  })
  app.addHook('preParsing', (request, _, payload, done) => done(null, earlyBody(request.raw) ?? payload))
  await app.register(formbody)
  await app.register(multipart)
  // A body of another kind is none: the routes that want one say so in the words clients know.
  app.addContentTypeParser('*', (_, payload, done) => {
    payload.resume()
    done(null, undefined)
  })
  app.addHook('onSend', async (request, reply) => {
    const { 'cache-control': caching, ...headers } = request.url.startsWith('/api/') ? API_HEADERS : HEADERS
    reply.headers(headers)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', caching)
  })
  app.setErrorHandler((error, _, reply) => sendFailure(context, reply, error))
  if (context.asyncQueries) await serveSocket(app, context, context.asyncQueries)
  await serveClient(app, config.clientDir)
  serveAll(app, { context, repeats, repeated })
  return app
}

function withoutBase(url: string, base: string): string {
  if (base === '' || !url.startsWith(base)) return url
  const rest = url.slice(base.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

async function serveClient(app: FastifyInstance, clientDir: string): Promise<void> {
  const assets = join(clientDir, 'assets')
  if (!existsSync(assets)) return
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR,
    index: false,
    decorateReply: false,
  })
}

function serveAll(app: FastifyInstance, serving: Serving): void {
  const { context } = serving
  const serve = (prefix: string, routes: readonly Route[]) => {
    for (const route of routes) serveRoute(app, serving, prefix, route)
  }
  serveHealth(app, context)
  serve('', loginRoutes)
  serve('', pageRoutes)
  for (const [prefix, routes] of Object.entries(calls)) serve(prefix, routes)
  for (const resource of resources) serve(`/api/v1/${resource.name}`, resourceRoutes(resource))
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || request.url.startsWith('/api/')) return sendFailure(context, reply, new Fault('not-found'))
    const page: Route = {
      method: 'GET',
      path: '*',
      policy: { allow: 'anyone' },
      act: (asked) => showClient(asked, 404),
    }
    return answerRoute(serving, page, request, reply)
  })
}

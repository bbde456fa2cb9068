import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import type { AsyncQueries } from '#server/jobs/async-queries.ts'
import type { Policy } from '#server/route/route.ts'
import { findCaller } from './caller.ts'
import { channelOf } from '#server/route/channel.ts'
import { enforce } from '#server/route/policy.ts'
import { sendFailure } from './reply.ts'

const URL_OF_EVENTS = '/api/v1/async_event/ws'
const policy: Policy = { permission: 'can_list', view: 'AsyncEventsRestApi' }
/** Interval of the check that the client is connected and still authorized. */
const CHECK_INTERVAL_MS = 30_000
const CLOSE_TIMEOUT_MS = 1000
const NOT_ALLOWED = 4401
/** The browser never sends messages. */
const MAX_BYTES = 1024

/** `/api/v1/async_event/ws?last_id=`: sends the events of the caller's channel as they happen, one message each. */
export async function serveSocket(app: FastifyInstance, context: Context, queries: AsyncQueries): Promise<void> {
  const { default: websocket } = await import('@fastify/websocket')
  await app.register(websocket, {
    options: { maxPayload: MAX_BYTES },
    errorHandler: (_, socket) => socket.terminate(),
    preClose(done) {
      const { clients } = app.websocketServer
      for (const client of clients) client.close(1001)
      setTimeout(() => clients.forEach((client) => client.terminate()), CLOSE_TIMEOUT_MS).unref()
      app.websocketServer.close()
      done()
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    // A rejection closes the connection, which its response must announce.
    if (request.ws) reply.header('connection', 'close')
    done()
  })
  const channels = new WeakMap<FastifyRequest, string>()
  app.route({
    method: 'GET',
    url: URL_OF_EVENTS,
    websocket: true,
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        requireOwnOrigin(request)
        channels.set(request, await channelFor(context, request))
      } catch (error) {
        return sendFailure(context, reply, error)
      }
    },
    handler: (socket, request) => serve(context, queries, socket, request, channels.get(request) as string),
  })
}

/** Rejects other origins: browsers let any site open a socket with the cookies of this one. */
function requireOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw new ApiError('forbidden')
}

async function channelFor(context: Context, request: FastifyRequest): Promise<string> {
  const { user } = await findCaller(context, request)
  enforce(policy, user)
  return channelOf(context, request.headers.cookie, user)
}

function serve(context: Context, queries: AsyncQueries, socket: WebSocket, request: FastifyRequest, channel: string) {
  const { last_id: lastId } = request.query as { readonly last_id?: string }
  const leave = queries.channels.listen(channel, (event) => socket.send(JSON.stringify(event)), lastId)
  let isThere = true
  socket.on('pong', () => {
    isThere = true
  })
  const checkTimer = setInterval(() => {
    if (!isThere) return socket.terminate()
    isThere = false
    socket.ping()
    // Each check reads the store anew: what was read when the socket opened is outdated.
    context.store
      .within(() => channelFor(context, request))
      .then(
        (now) => now === channel || socket.close(NOT_ALLOWED),
        () => socket.close(NOT_ALLOWED),
      )
  }, CHECK_INTERVAL_MS)
  socket.on('close', () => {
    clearInterval(checkTimer)
    leave()
  })
}

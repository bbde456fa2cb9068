import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import type { AsyncQueries } from '#server/jobs/async-queries.ts'
import type { Policy } from '#server/route/route.ts'
import { RIGHTS_CHECK_MS } from '#server/security/repeated-check.ts'
import type { StoredType } from '#server/store/stored-types.ts'
import { findCaller } from './caller.ts'
import { channelOf } from '#server/route/channel.ts'
import { enforcePolicy } from '#server/route/policy.ts'
import { sendFailure } from './reply.ts'

const URL_OF_EVENTS = '/api/v1/async_event/ws'
const policy: Policy = { permission: 'can_list', view: 'AsyncEventsRestApi' }
/** Interval of the check that the client is connected and still authorized, even if no known right has changed. */
const CHECK_INTERVAL_MS = 30_000
/** The tables that decide who a caller is and what the caller may do. */
const TABLES_OF_RIGHTS: readonly StoredType[] = [
  'users',
  'sessions',
  'roles',
  'user_roles',
  'user_groups',
  'user_group_roles',
  'user_group_members',
  'permissions',
  'role_permissions',
]
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
  const rights = watchRights(context)
  app.addHook('onClose', () => rights.end())
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
    handler: (socket, request) => {
      const channel = channels.get(request) as string
      const authorizeAgain = serve(context, queries, socket, request, channel)
      // A change of a token is not counted.
      const isByToken = request.headers.authorization !== undefined
      const leave = rights.listen((isChanged) => (isChanged || isByToken ? authorizeAgain() : undefined))
      socket.on('close', leave)
    },
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
  enforcePolicy(policy, user)
  return channelOf(context, request.headers.cookie, user)
}

interface RightsWatch {
  /** Calls back every second; with true if rights may have changed. Returns a function that ends the calls. */
  listen(hear: (isChanged: boolean) => void): () => void
  end(): void
}

/** Looks every second, while there are listeners, whether this or another server has changed rights. */
function watchRights({ store }: Context): RightsWatch {
  const listeners = new Set<(isChanged: boolean) => void>()
  let seen = store.versions.now()
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    await store.within(() => store.versions.look())
    const isChanged = !store.versions.unchanged(seen, TABLES_OF_RIGHTS)
    seen = store.versions.now()
    for (const hear of listeners) hear(isChanged)
  }
  const end = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    listen(hear) {
      listeners.add(hear)
      // The store may be unavailable for a while; the next look finds the same change.
      timer ??= setInterval(() => void look().catch(() => {}), RIGHTS_CHECK_MS)
      return () => {
        listeners.delete(hear)
        if (listeners.size === 0) end()
      }
    },
    end,
  }
}

/** Sends the events of a channel. Returns a function that closes the socket if the caller may no longer have them. */
function serve(
  context: Context,
  queries: AsyncQueries,
  socket: WebSocket,
  request: FastifyRequest,
  channel: string,
): () => void {
  const { last_id: lastId } = request.query as { readonly last_id?: string }
  const leave = queries.channels.listen(channel, (event) => socket.send(JSON.stringify(event)), lastId)
  // Each check reads the store anew: what was read when the socket opened is outdated.
  const authorizeAgain = (): void => {
    context.store
      .within(() => channelFor(context, request))
      .then(
        (now) => now === channel || socket.close(NOT_ALLOWED),
        () => socket.close(NOT_ALLOWED),
      )
  }
  let isThere = true
  socket.on('pong', () => {
    isThere = true
  })
  const checkTimer = setInterval(() => {
    if (!isThere) return socket.terminate()
    isThere = false
    socket.ping()
    authorizeAgain()
  }, CHECK_INTERVAL_MS)
  socket.on('close', () => {
    clearInterval(checkTimer)
    leave()
  })
  return authorizeAgain
}

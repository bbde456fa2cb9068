import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import type { AsyncQueries } from '#server/jobs/async-queries.ts'
import type { Policy } from '#server/route/route.ts'
import { RIGHTS_CHECK_MS } from '#server/security/repeated-check.ts'
import { recordReads } from '#server/store/recorded-reads.ts'
import type { VersionCount } from '#server/store/versions.ts'
import { requireScope } from './authorize-call.ts'
import { findCaller } from './caller.ts'
import { channelOf } from '#server/route/channel.ts'
import { enforcePolicy } from '#server/route/policy.ts'
import { sendFailure } from './reply.ts'

const URL_OF_EVENTS = '/api/v1/async_event/ws'
const policy: Policy = { permission: 'can_list', view: 'AsyncEventsRestApi' }
/** Interval of the check that the client is connected and still authorized, even if no known right has changed. */
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
  const rights = watchRights(context)
  app.addHook('onClose', () => rights.end())
  const accesses = new WeakMap<FastifyRequest, ChannelAccess>()
  app.route({
    method: 'GET',
    url: URL_OF_EVENTS,
    websocket: true,
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        requireOwnOrigin(request)
        accesses.set(request, await findChannelAccess(context, request))
      } catch (error) {
        return sendFailure(context, reply, error)
      }
    },
    handler: (socket, request) => {
      const checkAccess = serve(context, queries, socket, request, accesses.get(request) as ChannelAccess)
      socket.on('close', rights.listen(checkAccess))
    },
  })
}

/** Rejects other origins: browsers let any site open a socket with the cookies of this one. */
function requireOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw new ApiError('forbidden')
}

/** A channel whose events a caller may read, and how long that is known. */
interface ChannelAccess {
  readonly channel: string
  /** Exclusive, in epoch milliseconds. */
  readonly until: number
  /** The stored types that decided, and the version when they were read. */
  readonly reads: ReadonlySet<string>
  readonly since: VersionCount
}

async function findChannelAccess(context: Context, request: FastifyRequest): Promise<ChannelAccess> {
  const { versions } = context.store
  await versions.look()
  const since = versions.now()
  const { value, reads } = await recordReads(async () => {
    const caller = await findCaller(context, request)
    const { user, until } = caller
    requireScope({}, request, caller)
    enforcePolicy(policy, user)
    return { channel: await channelOf(context, request.headers.cookie, user), until }
  })
  return { ...value, reads, since }
}

/** True if the access has not expired and nothing that decided on it was written, as of the last look. */
function isCurrent({ until, since, reads }: ChannelAccess, { store, now }: Context): boolean {
  return now() < until && store.versions.unchanged(since, reads)
}

interface RightsWatch {
  /** Calls back every second, after a look for changes. Returns a function that ends the calls. */
  listen(hear: () => void): () => void
  end(): void
}

/** Looks every second, while there are listeners, for changes by this and other servers. */
function watchRights({ store }: Context): RightsWatch {
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    await store.within(() => store.versions.look())
    for (const hear of listeners) hear()
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

/**
 * Sends the events of a channel. Returns a function that checks the access again if it may have changed; without access
 * the socket is closed.
 */
function serve(
  context: Context,
  queries: AsyncQueries,
  socket: WebSocket,
  request: FastifyRequest,
  first: ChannelAccess,
): () => void {
  const { last_id: lastId } = request.query as { readonly last_id?: string }
  const leave = queries.channels.listen(first.channel, (event) => socket.send(JSON.stringify(event)), lastId)
  let access = first
  // Each check reads the store anew: what was read when the socket opened is outdated.
  const authorizeAgain = (): void => {
    context.store
      .within(() => findChannelAccess(context, request))
      .then(
        (present) => {
          access = present
          if (present.channel !== first.channel) socket.close(NOT_ALLOWED)
        },
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
  return () => {
    if (!isCurrent(access, context)) authorizeAgain()
  }
}

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Log } from '#server/base/log.ts'
import { type CallIds, withinCall } from './call-id.ts'
import { withResponseCache, type Early } from './fast-path.ts'
import { loggedPath } from './logged-path.ts'
import { dropUnread } from './unread-body.ts'
import { noteAnswer } from './unreadable.ts'

/** Bytes of all headers together: form data may stand in an address. */
const HEADER_BYTES = 128 * 1024

/** How long a connection may take; milliseconds. */
export interface Patience {
  /** Until all headers have come. */
  readonly headersMs: number
  /** Until the whole call has come, body included. */
  readonly requestMs: number
  /** How often it is looked for calls that took longer. */
  readonly checkEveryMs: number
  /** How long a connection is kept between two calls. */
  readonly keepAliveMs: number
}

/**
 * An upload of the largest file needs 5 Mbit/s. Connections are kept longer than proxies keep theirs, so that none finds
 * one closed that it just chose.
 */
export const PATIENCE: Patience = {
  headersMs: 60_000,
  requestMs: 300_000,
  checkEveryMs: 10_000,
  keepAliveMs: 72_000,
}

/** What a server is made with beside the application that answers. */
export interface Listening extends Early {
  readonly log: Log
  readonly patience: Patience
}

/** The server that hears calls, gives each its id, and hands on what cannot be answered early. It listens nowhere yet. */
export function makeServer(listening: Listening, application: RequestListener): Server {
  const { log, patience, callId } = listening
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkEveryMs,
      keepAliveTimeout: patience.keepAliveMs,
    },
    closingUpgrades(withResponseCache(listening, application), application),
  )
  return server.on('request', (request, response) => {
    noteAnswer(request, response)
    response.once('finish', () => dropUnread(request))
    if (!log.isDebugging) return
    const begun = performance.now()
    response.once('close', () => logCall(log, callId, request, response, performance.now() - begun))
  })
}

/**
 * A call that asks for another protocol and is answered all the same is the last of its connection: of what comes after
 * it, Node does not tell that it cannot be read.
 */
function closingUpgrades(next: RequestListener, application: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.upgrade === undefined) return next(request, response)
    response.setHeader('connection', 'close')
    return application(request, response)
  }
}

function logCall(
  log: Log,
  callId: CallIds,
  request: IncomingMessage,
  response: ServerResponse,
  milliseconds: number,
): void {
  withinCall(callId(request), () =>
    log.debug(response.writableFinished ? 'Answered' : 'The caller left', {
      method: request.method,
      path: loggedPath(request.url ?? ''),
      status: response.headersSent ? response.statusCode : undefined,
      milliseconds: Math.round(milliseconds),
    }),
  )
}

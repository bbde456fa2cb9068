import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Log } from '#server/base/log.ts'
import { type CallIds, withCallId } from './call-id.ts'
import { loggedPath } from './logged-path.ts'
import { discardUnreadBody } from './discard-unread-body.ts'
import { recordResponse } from './respond-to-malformed-request.ts'

/** Maximum total bytes of the headers: a URL may contain form data. */
const HEADER_BYTES = 128 * 1024

/** Time limits of a connection, in milliseconds. */
export interface ConnectionTimeouts {
  /** Until all headers have arrived. */
  readonly headersMs: number
  /** Until the whole request has arrived, including the body. */
  readonly requestMs: number
  /** Interval of the check for requests that exceeded a limit. */
  readonly checkEveryMs: number
  /** How long an idle connection stays open. */
  readonly keepAliveMs: number
}

/**
 * An upload of the largest file needs 5 Mbit/s. Idle connections stay open longer than proxies keep theirs, so that a
 * proxy never picks a connection that was just closed.
 */
export const CONNECTION_TIMEOUTS: ConnectionTimeouts = {
  headersMs: 60_000,
  requestMs: 300_000,
  checkEveryMs: 10_000,
  keepAliveMs: 72_000,
}

/** The dependencies of a server, apart from the application. */
export interface ListenerDependencies {
  readonly callId: CallIds
  readonly log: Log
  readonly patience: ConnectionTimeouts
}

/**
 * Creates the HTTP server for the application: it logs requests, and limits their headers and time. It does not listen
 * yet.
 */
export function makeServer(listening: ListenerDependencies, application: RequestListener): Server {
  const { log, patience, callId } = listening
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkEveryMs,
      keepAliveTimeout: patience.keepAliveMs,
      // The application answers these requests, with a message.
      requireHostHeader: false,
    },
    closingUpgrades(application),
  )
  return server.on('request', (request, response) => {
    recordResponse(request, response)
    response.once('finish', () => discardUnreadBody(request))
    if (!log.isDebugging) return
    const begun = performance.now()
    response.once('close', () => logCall(log, callId, request, response, performance.now() - begun))
  })
}

/**
 * Closes the connection after a request that asks for a protocol upgrade and is answered over HTTP: Node reports no
 * error for unreadable bytes after it.
 */
function closingUpgrades(application: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
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
  withCallId(callId(request), () =>
    log.debug(response.writableFinished ? 'Request answered' : 'The client disconnected', {
      method: request.method,
      path: loggedPath(request.url ?? ''),
      status: response.headersSent ? response.statusCode : undefined,
      milliseconds: Math.round(milliseconds),
    }),
  )
}

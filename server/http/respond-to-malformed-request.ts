import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERROR_HEADER, errorBody } from '#core/rest/error-body.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { HEADERS } from './headers.ts'
import { JSON_TYPE } from './reply.ts'
import { UNREAD_MS } from './discard-unread-body.ts'

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'call-slow',
  HPE_HEADER_OVERFLOW: 'head-too-large',
}

/** The error Node reports for bytes it cannot parse as a request. */
interface Unreadable {
  readonly code?: string
  /** The bytes at which parsing failed; a `Buffer`, although its type does not say so. */
  readonly rawPacket?: unknown
}

const openResponses = new WeakMap<Socket, ServerResponse>()
const rejectedSockets = new WeakSet<Socket>()

/** Records the response that a connection carries. */
export function recordResponse({ socket }: IncomingMessage, response: ServerResponse): void {
  openResponses.set(socket, response)
}

/**
 * Responds to bytes that are not a request, to oversized headers and to a request that stays incomplete, then closes
 * the connection. It closes at once if another response is under way, which must not be corrupted; else after the
 * sender has had time to read this response.
 */
export function respondToMalformedRequest({ code = '', rawPacket }: Unreadable, socket: Socket): void {
  // Node reports each further chunk again.
  if (rejectedSockets.has(socket)) return
  rejectedSockets.add(socket)
  const last = openResponses.get(socket)
  const isInProgress = last?.headersSent === true && !last.writableFinished
  if (code === 'ECONNRESET' || !socket.writable || isInProgress) {
    socket.destroy()
    return
  }
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
  socket.end(errorResponseText(new ApiError(CODES[code] ?? 'call-unreadable'), isHead))
  setTimeout(() => socket.destroy(), UNREAD_MS).unref()
}

function errorResponseText(apiError: ApiError, isHead: boolean): string {
  const { status } = apiError.row
  const body = JSON.stringify(errorBody(apiError))
  const headers = {
    ...HEADERS,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    [ERROR_HEADER]: apiError.code,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', isHead ? '' : body].join('\r\n')
}

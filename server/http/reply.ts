import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ERROR_HEADER, errorBody, retryHeaders } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import type { RouteResponse } from '#server/route/route.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import { CALL_ID_HEADER } from './call-id.ts'
import { HEADERS } from './headers.ts'
import { loggedPath } from './logged-path.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a response unchanged. */
export function sendResponse(reply: FastifyReply, answer: RouteResponse): FastifyReply {
  reply.code(answer.status)
  if (answer.headers) reply.headers({ ...answer.headers })
  if (answer.stream) return reply.type(answer.type ?? 'application/octet-stream').send(Readable.from(answer.stream))
  if (answer.bytes) {
    const { buffer, byteOffset, byteLength } = answer.bytes
    return reply
      .type(answer.type ?? 'application/octet-stream')
      .send(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength))
  }
  if (answer.json === undefined) return reply.send()
  // Converted to bytes once: the ETag, the length and the socket would each encode the text again.
  return reply.type(JSON_TYPE).send(Buffer.from(JSON.stringify(answer.json)))
}

/** Complete header sets by the headers of their responses. The length and the request id are written each time. */
const heads = new WeakMap<object, Record<string, string | number>>()

function headOf({ headers = {}, type = 'application/octet-stream' }: RouteResponse): Record<string, string | number> {
  const existing = heads.get(headers)
  if (existing) return existing
  const head = { ...HEADERS, ...headers, 'content-type': type }
  heads.set(headers, head)
  return head
}

/**
 * Sends the bytes of a cached response below `/api/`, without the hooks that could still change it. `callId` is the id
 * of this request.
 */
export function sendCachedResponse(response: ServerResponse, answer: RouteResponse, callId: string): void {
  // The client has disconnected.
  if (response.destroyed) return
  const { bytes = new Uint8Array() } = answer
  const head = headOf(answer)
  head[CALL_ID_HEADER] = callId
  head['content-length'] = bytes.byteLength
  response.writeHead(answer.status, head)
  response.end(bytes)
}

/** True if a stream ended because the client disconnected, which is not a failure. */
function isLeft(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Sends an error by its row of the error catalogue. Other errors are logged and sent as `internal`. */
export function sendFailure(context: Context, reply: FastifyReply, error: unknown): FastifyReply {
  const apiError = asApiError(error) ?? new ApiError('internal', { cause: error })
  const status = apiError.row.status === 0 ? 500 : apiError.row.status
  if (status >= 500 && !isLeft(error)) {
    const cause = apiError.cause ?? apiError
    const { method, url } = reply.request
    const detail = cause instanceof Error ? cause.stack : JSON.stringify(cause)
    context.log.error(apiError.message, { code: apiError.code, method, path: loggedPath(url), detail })
  }
  return reply
    .code(status)
    .headers(retryHeaders(apiError))
    .header(ERROR_HEADER, apiError.code)
    .header(CALL_ID_HEADER, reply.request.id)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(apiError)))
}

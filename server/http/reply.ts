import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ERROR_HEADER, errorBody } from '#core/rest/error-body.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Context } from '#server/context.ts'
import type { Answer } from '#server/resources/resource.ts'
import { asFault } from './as-fault.ts'
import { API_HEADERS } from './headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an answer as it is. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status)
  if (answer.headers) reply.headers({ ...answer.headers })
  if (answer.stream) return reply.type(answer.type ?? 'application/octet-stream').send(Readable.from(answer.stream))
  if (answer.bytes) {
    const { buffer, byteOffset, byteLength } = answer.bytes
    return reply
      .type(answer.type ?? 'application/octet-stream')
      .send(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength))
  }
  if (answer.parts) return reply.type(answer.type ?? 'application/octet-stream').send(Buffer.concat(answer.parts))
  if (answer.json === undefined) return reply.send()
  return reply.type(JSON_TYPE).send(JSON.stringify(answer.json))
}

/** Smaller answers are sent as one piece: each piece more costs more than copying it. */
const ONE_PIECE = 128 * 1024

/**
 * Sends the parts of an answer below `/api/` past everything that could still change them: for answers that have been
 * sent before. `headers` are all but those every answer has, and the length.
 */
export function sendParts(response: ServerResponse, { status, headers, type, parts = [] }: Answer): void {
  // Who has gone needs none of it.
  if (response.destroyed) return
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
  const own = { ...API_HEADERS, ...headers, 'content-type': type ?? 'application/octet-stream' }
  response.writeHead(status, { ...own, 'content-length': length })
  if (length <= ONE_PIECE) return void response.end(Buffer.concat(parts, length))
  for (const part of parts) response.write(part)
  response.end()
}

/** Answers a failure by its row of the catalogue; what is not in the catalogue is logged and told as `internal`. */
export function sendFailure(context: Context, reply: FastifyReply, error: unknown): FastifyReply {
  const fault = asFault(error) ?? new Fault('internal', { cause: error })
  const status = fault.row.status === 0 ? 500 : fault.row.status
  if (status >= 500) {
    const cause = fault.cause ?? fault
    const detail = cause instanceof Error ? cause.stack : JSON.stringify(cause)
    context.log.error(fault.message, { code: fault.code, method: reply.request.method, url: reply.request.url, detail })
  }
  return reply
    .code(status)
    .header(ERROR_HEADER, fault.code)
    .type(JSON_TYPE)
    .send(JSON.stringify(errorBody(fault)))
}

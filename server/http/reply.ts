import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ERROR_HEADER, errorBody } from '#core/rest/error-body.ts'
import { Fault } from '#core/rest/fault.ts'
import type { Context } from '#server/context.ts'
import type { Answer } from '#server/resources/resource.ts'
import { asFault } from './as-fault.ts'

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
  if (answer.json === undefined) return reply.send()
  return reply.type(JSON_TYPE).send(JSON.stringify(answer.json))
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

import type { FastifyInstance } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import { sendAnswer, sendFailure } from './reply.ts'

const ADDRESSES = ['/health', '/healthcheck', '/ping']
const OK = { status: 200, type: 'text/plain; charset=utf-8', bytes: Buffer.from('OK') }

/** `OK` as long as the store answers. Anybody may ask; nobody is looked up for it. */
export function serveHealth(app: FastifyInstance, context: Context): void {
  for (const url of ADDRESSES) {
    app.get(url, async (_, reply) => {
      try {
        await context.store.ping()
        return sendAnswer(reply, OK)
      } catch (cause) {
        return sendFailure(context, reply, new ApiError('unavailable', { cause }))
      }
    })
  }
}

import type { FastifyInstance } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import type { Context } from '#server/route/context.ts'
import { sendResponse, sendFailure } from './reply.ts'

const ADDRESSES = ['/health', '/healthcheck', '/ping']
const OK = { status: 200, type: 'text/plain; charset=utf-8', bytes: Buffer.from('OK') }

/** Serves `/health`: `OK` if the store answers. It needs no permission and looks up no user. */
export function serveHealth(app: FastifyInstance, context: Context): void {
  for (const url of ADDRESSES) {
    app.get(url, async (_, reply) => {
      try {
        await context.store.ping()
        return sendResponse(reply, OK)
      } catch (cause) {
        return sendFailure(context, reply, new ApiError('unavailable', { cause }))
      }
    })
  }
}

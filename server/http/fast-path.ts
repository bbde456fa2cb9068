import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { onRequestAsyncHookHandler } from 'fastify'
import { MAX_ANONYMOUS_BODY_BYTES } from './body.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import { sendCachedResponse } from './reply.ts'
import type { ResponseCache } from './response-cache.ts'

/** Bodies that the hook has read; the application reads them from here. */
const bodies = new WeakMap<IncomingMessage, Buffer>()

/**
 * Returns a hook that answers requests from the response cache or with the result of an equal in-flight request, before
 * the caller is looked up and the body is parsed. All other requests go on to their route.
 */
export function respondFromCache(responses: ResponseCache): onRequestAsyncHookHandler {
  return async ({ raw: request, id }, reply) => {
    if (!isShortJson(request)) return
    const body = await readBody(request)
    bodies.set(request, body)
    await responses.ready()
    const response =
      responses.look(request, body.toString()) ??
      (await responses.join(request, () => disconnectSignal(request, reply.raw)))
    if (response) sendCachedResponse(reply.hijack().raw, response, id)
  }
}

/** Returns the body that the hook has read, as a stream; undefined if it is still to be read. */
export function readAhead(request: IncomingMessage): (Readable & { receivedEncodedLength: number }) | undefined {
  const body = bodies.get(request)
  return body && Object.assign(Readable.from([body], { objectMode: false }), { receivedEncodedLength: body.length })
}

/**
 * True if the body is JSON of a known length (not chunked) within the limit for anonymous callers: the caller is not
 * known yet.
 */
function isShortJson({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || headers['content-encoding'] !== undefined) return false
  const length = Number(headers['content-length'])
  return (
    length > 0 && length <= MAX_ANONYMOUS_BODY_BYTES && headers['content-type']?.startsWith('application/json') === true
  )
}

/** Returns the whole body. Never settles if the client disconnects before. */
function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const [first, ...more] = chunks
      resolve(first && more.length === 0 ? first : Buffer.concat(chunks))
    })
  })
}

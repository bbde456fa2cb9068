import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { MAX_ANONYMOUS_BODY_BYTES } from './body.ts'
import type { CallIds } from './call-id.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import { sendCachedResponse } from './reply.ts'
import type { ResponseCache } from './response-cache.ts'

/** Bodies read before the application got the request; it reads them from here. */
const bodies = new WeakMap<IncomingMessage, Buffer>()

/** What the fast path needs to answer requests before the application. */
export interface Early {
  readonly repeats: ResponseCache
  readonly callId: CallIds
  /** True if responses of the route at this path (without trailing slash) may be cached. */
  readonly mayRepeat: (path: string) => boolean
}

/**
 * Returns a listener that answers requests from the response cache or with the result of an equal in-flight request,
 * and passes on all others. For a cached response the way through the application would take longer than everything
 * else.
 */
export function withResponseCache({ repeats, mayRepeat, callId }: Early, next: RequestListener): RequestListener {
  const answerTogether = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const shared = await repeats.join(request, disconnectSignal(request, response))
    if (shared) sendCachedResponse(response, shared, callId(request))
    else next(request, response)
  }
  const answerNow = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const again = repeats.look(request, body.toString())
    if (again) return sendCachedResponse(response, again, callId(request))
    bodies.set(request, body)
    if (repeats.isOpen(request)) void answerTogether(request, response)
    else next(request, response)
  }
  const answerOnceReady = async (ready: Promise<void>, ...[request, response, body]: Parameters<typeof answerNow>) => {
    try {
      await ready
    } catch {
      // The application reports the error.
      bodies.set(request, body)
      return next(request, response)
    }
    answerNow(request, response, body)
  }
  return (request, response) => {
    if (!isShortJson(request) || !mayRepeat(pathOf(request.url ?? ''))) {
      next(request, response)
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const [first, ...more] = chunks
      const body = first && more.length === 0 ? first : Buffer.concat(chunks)
      repeats.within(() => {
        const ready = repeats.ready()
        if (ready) void answerOnceReady(ready, request, response, body)
        else answerNow(request, response, body)
      })
    })
  }
}

/** True if the fast path has already looked at a request, which then already runs within one request of the store. */
export function wasCheckedByFastPath(request: IncomingMessage): boolean {
  return bodies.has(request)
}

/** Returns the body that the fast path has read, as a stream; undefined if it is still to be read. */
export function earlyBody(request: IncomingMessage): (Readable & { receivedEncodedLength: number }) | undefined {
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

function pathOf(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.endsWith('/') ? path.slice(0, -1) : path
}

import { createHash } from 'node:crypto'
import { bodyOf, bodyWithoutData } from '#server/data/result/response-body.ts'
import type { Entry } from '#server/data/result/result-entry.ts'
import { reusableResponseOf } from '#server/data/cache/response-reuse.ts'
import { type Encoding, compressBody } from '#server/route/encoding.ts'
import type { RouteResponse } from '#server/route/route.ts'

/** Bytes below which bodies are not compressed. */
const WORTH = 1024

/** How an entry is sent. */
interface EntryFormat {
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  /** The content encoding for the caller. */
  readonly encoding: Encoding
}

/**
 * Returns the response for one entry. The first response is not compressed. Once the data is cached, the body is
 * compressed once and cached with it, and later requests get the same bytes.
 */
export async function completeResponse(entry: Entry, sending: EntryFormat): Promise<RouteResponse> {
  const { type, headers } = sending
  const repeat = reusableResponseOf(entry)
  if (!repeat?.again) {
    const answer = { status: 200, bytes: await bodyOf([entry]), type, headers }
    return repeat ? { ...answer, share: (at) => (repeat.share(at) ? answer : undefined) } : answer
  }
  const { bodies } = repeat
  const extra = bodyWithoutData(entry)
  const encoding = entry.data.length + extra.length < WORTH ? 'identity' : sending.encoding
  const name = `${entry.stamp} ${encoding} ${createHash('sha256').update(extra).digest('base64')}`
  const sent = encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding }
  const answerOf = (body: Uint8Array): RouteResponse => ({ status: 200, bytes: body, type, headers: sent })
  let body = bodies.find(name)
  if (!body) {
    body = await compressBody(await bodyOf([entry]), encoding)
    bodies.keep(name, body)
  }
  const answer = answerOf(body)
  const again = (): RouteResponse | undefined => {
    const stored = bodies.find(name)
    return stored && repeat.again?.() ? answerOf(stored) : undefined
  }
  return { ...answer, again, share: (at) => (repeat.share(at) ? answer : undefined) }
}

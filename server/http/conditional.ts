import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Gives the JSON of a scope a tag made of their bytes, and leaves the bytes out where the caller has them; RFC 9110,
 * 13.1.2. An answer that names its own tag keeps it and is always sent: that tag is the version of a row, and more than
 * the row decides what is said of it to whom.
 */
export function answerConditionally(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (!isText || !isJson || reply.statusCode !== 200 || reply.hasHeader('etag')) return payload
    const digest = createHash('sha1').update(payload).digest('base64url')
    reply.header('etag', `W/"${digest}"`)
    if (!named(request.headers['if-none-match'], `"${digest}"`)) return payload
    reply.code(304).removeHeader('content-length')
    return ''
  })
}

/** Whether a list of tags names this one, weak or not; by the word for any tag nothing is left out. */
function named(list: string | undefined, tag: string): boolean {
  return (list ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}

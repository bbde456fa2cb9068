import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Adds to the JSON responses of a scope an ETag of their bytes, and omits the body if the caller has it (RFC 9110,
 * 13.1.2). A response with its own ETag keeps it and is always sent: that tag is the version of a row, and the content
 * also depends on the caller.
 */
export function respondConditionally(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (!isText || !isJson || reply.statusCode !== 200 || reply.hasHeader('etag')) return payload
    const digest = createHash('sha1').update(payload).digest('base64url')
    reply.header('etag', `W/"${digest}"`)
    if (!matchesTag(request.headers['if-none-match'], `"${digest}"`)) return payload
    reply.code(304).removeHeader('content-length')
    return ''
  })
}

/** True if a list of ETags contains this one, weak or not. The wildcard `*` never matches. */
function matchesTag(list: string | undefined, tag: string): boolean {
  return (list ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}

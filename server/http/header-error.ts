import type { FastifyRequest } from 'fastify'
import { ApiError } from '#core/rest/api-error.ts'
import { hasBody } from './body.ts'

/**
 * Returns the error of headers that the server rejects for every route: an encoded body, which is never decompressed,
 * and a request with several `Host` headers or, in HTTP/1.1, none.
 */
export function headerError(request: FastifyRequest): ApiError | undefined {
  if (!hasOneHost(request)) return new ApiError('request-wrong', { args: ['it needs exactly one Host header'] })
  return hasBody(request) && isEncoded(request) ? new ApiError('content-encoding') : undefined
}

/** Counted in the raw headers: Node drops all but the first `Host`, and a proxy may have read another. */
function hasOneHost({ raw }: FastifyRequest): boolean {
  const { rawHeaders, httpVersion } = raw
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === 'host') count++
  return count === 1 || (count === 0 && httpVersion === '1.0')
}

function isEncoded({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  return encoding !== '' && encoding !== 'identity'
}

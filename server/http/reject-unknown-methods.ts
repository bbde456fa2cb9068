import type { IncomingMessage, RequestListener } from 'node:http'
import { ERROR_HEADER, errorBody } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { CALL_ID_HEADER, type CallIds } from './call-id.ts'
import { HEADERS } from './headers.ts'
import { JSON_TYPE } from './reply.ts'

const KNOWN = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

/** PATCH is a method of SCIM only. */
const isKnown = ({ method = '', url = '' }: IncomingMessage): boolean =>
  KNOWN.includes(method) || (method === 'PATCH' && url.includes('/scim/v2/'))

/** Returns a listener that rejects methods no route has; some of them the application would not even read. */
export function rejectUnknownMethods(callId: CallIds, next: RequestListener): RequestListener {
  return (request, response) => {
    if (isKnown(request)) return next(request, response)
    const apiError = new ApiError('method-unknown', { args: [request.method ?? ''] })
    response.writeHead(apiError.row.status, {
      ...HEADERS,
      allow: KNOWN.join(', '),
      'content-type': JSON_TYPE,
      [ERROR_HEADER]: apiError.code,
      [CALL_ID_HEADER]: callId(request),
    })
    response.end(JSON.stringify(errorBody(apiError)))
  }
}

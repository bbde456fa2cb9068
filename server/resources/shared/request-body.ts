import { ApiError } from '#core/rest/api-error.ts'
import { readBody } from '#core/rest/body.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Returns the JSON object of a request body. Throws `not-json` or, with the fields, `fields-wrong`. */
export function parseRequestBody<Schema extends Parameters<typeof readBody>[0]>(
  schema: Schema,
  { body }: RouteRequest,
) {
  if (typeof body !== 'object' || body === null) throw new ApiError('not-json')
  const read = readBody(schema, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  return read.ok
}

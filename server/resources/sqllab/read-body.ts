import type * as z from 'zod'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'

/** Parses the body by its schema; throws `fields-wrong` if it is invalid. */
export function parseSqlBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (typeof body !== 'object' || body === null) throw new ApiError('not-json')
  const found = readBody(schema, body)
  if ('errors' in found) throw new ApiError('fields-wrong', { fields: found.errors })
  return found.ok
}

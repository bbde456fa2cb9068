import type * as z from 'zod'
import { readBody } from '#core/rest/body.ts'
import { Fault } from '#core/rest/fault.ts'

/** The body by its schema; `fields-wrong` where it does not fit. */
export function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (typeof body !== 'object' || body === null) throw new Fault('not-json')
  const found = readBody(schema, body)
  if ('errors' in found) throw new Fault('fields-wrong', { fields: found.errors })
  return found.ok
}

import * as z from 'zod'
import type { FieldErrors } from './fault.ts'
import { fieldErrors } from './field-errors.ts'
import { lenient } from './lenient.ts'

/** The body as the schema reads it, once it has been put into its kinds, or messages by field. Never throws. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): { readonly ok: z.output<Schema> } | { readonly errors: FieldErrors } {
  const read = schema.safeParse(lenient(schema, body), { reportInput: true })
  return read.success ? { ok: read.data } : { errors: fieldErrors(read.error) }
}

/** Text of at least `min` and at most `max` characters, refused in the words clients know. */
export function textOf(min: number, max: number): z.ZodString {
  const message = min === 0 ? `Longer than maximum length ${max}.` : `Length must be between ${min} and ${max}.`
  return z.string().min(min, message).max(max, message)
}

/** Text that must itself be JSON. The text is kept as given. */
export const jsonText = z.string().refine(isJson, 'JSON not valid')

/** A whole number within plus and minus 2^53 - 1. */
export const int = z.int('Not a valid integer.')

/** Ids of rows. */
export const ids = z.array(int)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

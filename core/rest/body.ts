import * as z from 'zod'
import type { FieldErrors } from './api-error.ts'
import { fieldErrors } from './field-errors.ts'
import { isObject } from './json.ts'
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

/** How deep JSON may nest that stands in a field as text; what is far deeper cannot be written again. */
const MAX_LEVELS = 100

/** Text that may be JSON; what of it is does not nest too deep. */
export const shallowText = z.string().refine(isShallowText, `JSON nests deeper than ${MAX_LEVELS} levels`)

/** Text that must itself be JSON. The text is kept as given. */
export const jsonText = shallowText.refine(isJson, 'JSON not valid')

/** Text that must be the JSON of an object. The text is kept as given. */
export const jsonObjectText = jsonText.refine(
  (text) => !isJson(text) || isObject(JSON.parse(text)),
  'Invalid input type.',
)

/** A whole number within plus and minus 2^53 - 1. */
export const int = z.int('Not a valid integer.')

/** Ids in one list: stores bind each of them, and take some thirty thousand. */
const MAX_IDS = 10_000

/** Ids of rows. */
export const ids = z.array(int).max(MAX_IDS, `Longer than maximum length ${MAX_IDS}.`)

/** Whether arrays and objects of a JSON text nest no deeper than may be. */
export function isShallowText(text: string): boolean {
  if (text.length <= 2 * MAX_LEVELS) return true
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) at += letter === '\\' ? 1 : 0
    else if (letter === '[' || letter === '{') depth++
    else if (letter === ']' || letter === '}') depth--
    if (depth > MAX_LEVELS) return false
  }
  return true
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

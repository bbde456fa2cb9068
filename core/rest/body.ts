import * as z from 'zod'
import type { FieldErrors } from './catalogue-error.ts'
import { fieldErrors } from './field-errors.ts'
import { isObject } from './json.ts'
import { coerceBody } from './coerce-body.ts'

/** Parses a body by its schema after type coercion; returns messages by field on errors. Never throws. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): { readonly ok: z.output<Schema> } | { readonly errors: FieldErrors } {
  const read = schema.safeParse(coerceBody(schema, body), { reportInput: true })
  return read.success ? { ok: read.data } : { errors: fieldErrors(read.error) }
}

/**
 * Returns the schema of a text of at least `min` and at most `max` characters, with the error messages that clients
 * know.
 */
export function textOf(min: number, max: number): z.ZodString {
  const message = min === 0 ? `Longer than maximum length ${max}.` : `Length must be between ${min} and ${max}.`
  return z.string().min(min, message).max(max, message)
}

/** Maximum nesting depth of JSON text in a field; much deeper values cannot be serialized again. */
const MAX_LEVELS = 100

/** Text that may be JSON; if it is, its nesting depth is limited. */
export const shallowText = z.string().refine(isShallowText, `JSON nests deeper than ${MAX_LEVELS} levels`)

/** Text that must be valid JSON. The text is stored unchanged. */
export const jsonText = shallowText.refine(isJson, 'JSON not valid')

/** Text that must be a JSON object. The text is stored unchanged. */
export const jsonObjectText = jsonText.refine(
  (text) => !isJson(text) || isObject(JSON.parse(text)),
  'Invalid input type.',
)

/** An integer between minus and plus 2^53 - 1. */
export const int = z.int('Not a valid integer.')

/** Maximum number of ids in one list: stores bind each id as a parameter and allow about thirty thousand. */
const MAX_IDS = 10_000

export const ids = z.array(int).max(MAX_IDS, `Longer than maximum length ${MAX_IDS}.`)

/** True if arrays and objects of a JSON text are not nested too deeply. */
export function isShallowText(text: string): boolean {
  if (text.length <= 2 * MAX_LEVELS) return true
  let depth = 0
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) index += letter === '\\' ? 1 : 0
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

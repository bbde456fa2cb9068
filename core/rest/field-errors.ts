import type { z } from 'zod'
import type { FieldErrors } from './catalogue-error.ts'

/** Returns messages by field for an invalid body, in the wording that API clients know. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: Record<string, unknown> = {}
  for (const issue of error.issues) setAtPath(fields, issue.path.length > 0 ? issue.path : ['_schema'], text(issue))
  return fields as FieldErrors
}

function setAtPath(fields: Record<string, unknown>, path: readonly PropertyKey[], message: string): void {
  const [head, ...rest] = path
  const name = String(head)
  if (rest.length === 0) {
    const messages = Object.hasOwn(fields, name) ? fields[name] : undefined
    define(fields, name, Array.isArray(messages) ? [...messages, message] : [message])
    return
  }
  const inner = Object.hasOwn(fields, name) ? fields[name] : undefined
  const nested = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {}
  setAtPath(nested as Record<string, unknown>, rest, message)
  define(fields, name, nested)
}

/** Assigning `__proto__` would change the prototype instead of adding a field. */
function define(fields: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
}

/** The start of a schema library message without a custom text. */
const DEFAULT_ISSUE_TEXT = 'Invalid input'

/** Returns the message for a text that is too short or too long, if the schema has no custom text. */
function lengthText(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.message.startsWith('Too small'))
    return `Shorter than minimum length ${issue.minimum}.`
  if (issue.code === 'too_big' && issue.origin === 'string' && issue.message.startsWith('Too big'))
    return `Longer than maximum length ${issue.maximum}.`
  return undefined
}

const kinds: Readonly<Record<string, string>> = {
  string: 'Not a valid string.',
  number: 'Not a valid number.',
  int: 'Not a valid integer.',
  boolean: 'Not a valid boolean.',
  array: 'Not a valid list.',
  object: 'Not a valid mapping type.',
  record: 'Not a valid mapping type.',
}

function text(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Missing data for required field.'
      if (issue.input === null) return 'Field may not be null.'
      return issue.message.startsWith(DEFAULT_ISSUE_TEXT) ? (kinds[issue.expected] ?? issue.message) : issue.message
    case 'invalid_value':
      return issue.input === undefined
        ? 'Missing data for required field.'
        : `Must be one of: ${issue.values.map(String).join(', ')}.`
    case 'invalid_union':
      if (issue.input === undefined) return 'Missing data for required field.'
      return issue.input === null ? 'Field may not be null.' : issue.message
    case 'unrecognized_keys':
      return 'Unknown field.'
    default:
      return lengthText(issue) ?? issue.message
  }
}

import { RISON } from 'rison2'
import { requireWithin } from './bounds.ts'
import { browserError } from './catalogue-error.ts'
import { exceedsDoublePrecision, parseJson } from './json.ts'

/**
 * Parses the value of a `q` parameter, decoded like query strings (`+` is a space, `%2B` a plus). A text that starts
 * like JSON is parsed as JSON first, otherwise as rison; empty text is `{}`. Throws `q-unreadable` and `bound-passed`.
 */
export function parseQ(text: string | null | undefined): unknown {
  if (text === null || text === undefined || text === '') return {}
  requireWithin('q-length', text.length)
  const value = (/^[{["]/.test(text) ? tryJson(text) : undefined) ?? parseRison(text)
  if (value === undefined) throw browserError('q-unreadable')
  requireWithin('q-depth', depthOf(value))
  return value
}

/** Parses a rison text; undefined if it is invalid. */
export function parseRison(written: string): unknown {
  try {
    const value: unknown = RISON.parse(/\d{16}/.test(written) ? withQuotedLong(written) : written)
    return value === undefined ? undefined : ownKeys(value)
  } catch {
    return undefined
  }
}

const TOKENS = /'(?:[^'!]|![^])*'|[^\s'"!:(),*@$]+/g

/** Returns the rison text with integers beyond 2^53 quoted, because rison numbers are doubles. */
function withQuotedLong(text: string): string {
  return text.replace(TOKENS, (token) => (exceedsDoublePrecision(token) ? `'${token}'` : token))
}

/** Prints a JSON value as rison. Keys with the value undefined are omitted. */
export function printRison(value: unknown): string {
  return RISON.stringify(JSON.parse(JSON.stringify(value)))
}

/** Returns the nesting depth of lists and objects. */
function depthOf(value: unknown): number {
  let level = [value]
  let depth = 0
  for (;;) {
    level = level.filter((each) => typeof each === 'object' && each !== null)
    if (level.length === 0) return depth
    depth++
    level = level.flatMap((each) => Object.values(each as object))
  }
}

/** A `__proto__` key would become the prototype of the result; only own keys are retained. */
function ownKeys(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

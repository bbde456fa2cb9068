import { RISON } from 'rison2'
import { requireWithin } from './bounds.ts'
import { ApiError } from './api-error.ts'
import { isBeyondDoubles, parseJson } from './json.ts'

/**
 * The value of a `q` parameter, decoded as query strings are (`+` is a space, `%2B` a plus). JSON is read first where
 * the text starts like JSON, rison otherwise; nothing is `{}`. Fails with `q-unreadable` and `bound-passed`.
 */
export function parseQ(text: string | null | undefined): unknown {
  if (text === null || text === undefined || text === '') return {}
  requireWithin('q-length', text.length)
  const value = (/^[{["]/.test(text) ? tryJson(text) : undefined) ?? parseRison(text)
  if (value === undefined) throw new ApiError('q-unreadable')
  requireWithin('q-depth', depthOf(value))
  return value
}

/** The value of a rison text, or undefined when it is no rison. */
export function parseRison(written: string): unknown {
  try {
    const value: unknown = RISON.parse(/\d{16}/.test(written) ? withQuotedLong(written) : written)
    return value === undefined ? undefined : ownKeys(value)
  } catch {
    return undefined
  }
}

const TOKENS = /'(?:[^'!]|![^])*'|[^\s'"!:(),*@$]+/g

/** The rison text with whole numbers beyond 2^53 as texts: numbers of rison are doubles. */
function withQuotedLong(text: string): string {
  return text.replace(TOKENS, (token) => (isBeyondDoubles(token) ? `'${token}'` : token))
}

/** The rison text of a JSON value. Keys whose value is undefined are left out. */
export function printRison(value: unknown): string {
  return RISON.stringify(JSON.parse(JSON.stringify(value)))
}

/** How many lists and objects lie in each other. */
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

/** A `__proto__` key would become the prototype of what is read, so that only own keys survive. */
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

import { parse } from 'lossless-json'

/** Sixteen digits are the fewest a whole number beyond 2^53 has; it stands alone, after a bracket, a comma or a colon. */
const LONG = /(?:^|[[,:])\s*-?\d{16,}\s*(?:$|[\]},])/
const WHOLE = /^-?\d+$/

/** Whether a JSON text may hold whole numbers beyond 2^53. */
export function mayHoldLong(text: string): boolean {
  return LONG.test(text)
}

/** Whether digits stand for a whole number that no double holds for sure. */
export function isBeyondDoubles(digits: string): boolean {
  return WHOLE.test(digits) && !Number.isSafeInteger(Number(digits))
}

/**
 * What a JSON text says, as `JSON.parse` reads it, but whole numbers beyond 2^53 keep all their digits: as texts, which
 * is how answers have them. Throws where it is no JSON.
 */
export function parseJson(text: string): unknown {
  if (!mayHoldLong(text)) return JSON.parse(text)
  return parse(text, null, {
    parseNumber: (digits) => (isBeyondDoubles(digits) ? digits : Number(digits)),
    onDuplicateKey: ({ newValue }) => newValue,
  })
}

/**
 * Returns what an object itself holds under a name; undefined where it holds nothing. Names in parsed JSON or YAML may be
 * those of what every object inherits, as `constructor` or `__proto__`.
 */
export function ownValue(object: object | null | undefined, name: string): unknown {
  return object && Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined
}

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { parse } from 'lossless-json'

/**
 * An integer beyond 2^53 has at least sixteen digits. Matches one that stands alone or follows a bracket, comma or
 * colon.
 */
const LONG = /(?:^|[[,:])\s*-?\d{16,}\s*(?:$|[\]},])/
const WHOLE = /^-?\d+$/

/** True if a JSON text may contain integers beyond 2^53. */
export function mayContainLargeInteger(text: string): boolean {
  return LONG.test(text)
}

/** True if the digits are an integer that a double may not represent exactly. */
export function exceedsDoublePrecision(digits: string): boolean {
  return WHOLE.test(digits) && !Number.isSafeInteger(Number(digits))
}

/**
 * Parses a JSON text like `JSON.parse`, but returns integers beyond 2^53 as texts with all digits, as in results.
 * Throws if the text is not JSON.
 */
export function parseJson(text: string): unknown {
  if (!mayContainLargeInteger(text)) return JSON.parse(text)
  return parse(text, null, {
    parseNumber: (digits) => (exceedsDoublePrecision(digits) ? digits : Number(digits)),
    onDuplicateKey: ({ newValue }) => newValue,
  })
}

/**
 * Returns the object's own value under a name, otherwise undefined. Names in parsed JSON or YAML may equal inherited
 * ones, such as `constructor` or `__proto__`.
 */
export function ownValue<T>(object: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined
export function ownValue(object: object | null | undefined, name: string): unknown
export function ownValue(object: object | null | undefined, name: string): unknown {
  return object && Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined
}

/**
 * Returns an object of these entries that inherits no names: names of users, such as a column named `constructor`, may
 * be looked up in it directly.
 */
export function withoutInheritedNames<T>(
  entries: Iterable<readonly [name: string, value: T]>,
): Readonly<Record<string, T>> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null) as Readonly<Record<string, T>>
}

/** True if a value is an object and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

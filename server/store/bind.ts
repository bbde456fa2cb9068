import { InvalidValue, UnreadableValue } from './errors.ts'

/** Values that both engines store and return unchanged. */
export type BoundValue = string | number | null

/**
 * Converts values for both drivers: booleans become 0 and 1; null, safe integers and well-formed text without NUL are
 * accepted. Other values are rejected, because one of the engines would truncate, round, replace or misread them.
 */
export function bind(value: unknown): BoundValue {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'string':
      return text(value)
    case 'number':
      if (!Number.isSafeInteger(value)) throw new InvalidValue(`Not a safe integer: ${value}`)
      return value + 0
    case 'object':
      if (value === null) return null
      throw new InvalidValue(`Not storable: ${Object.prototype.toString.call(value)}`)
    default:
      throw new InvalidValue(`Not storable: ${typeof value}`)
  }
}

function text(value: string): string {
  if (value.includes('\0')) throw new InvalidValue('Text with a NUL character')
  if (/\p{Surrogate}/u.test(value)) throw new InvalidValue('Text with half a surrogate pair')
  return value
}

/** True if the store accepts a text. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value)
}

/** Parses an int8 as sent by PostgreSQL. */
export function readInteger(digits: string): number {
  const value = Number(digits)
  if (!Number.isSafeInteger(value)) throw new UnreadableValue(`An integer beyond 2^53 was read: ${digits}`)
  return value
}

import type { Value } from './table.ts'

/** A decimal number as an integer in units of 10^-scale. */
interface ScaledInteger {
  readonly units: bigint
  readonly scale: number
}

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/
const EXPONENT = /^([+-]?\d+)(?:\.(\d+))?e([+-]\d+)$/
/** Above this scale numbers are compared and added as doubles. */
const MAX_SCALE = 400

/** True if a cell is a text of digits, the wire format of numbers that a double cannot hold exactly. */
export function isDigits(value: Value | undefined): value is string {
  return typeof value === 'string' && DECIMAL.test(value)
}

/** True if a cell is the text of a non-finite floating-point value. */
export function isNonFinite(value: Value | undefined): value is 'NaN' | 'Infinity' | '-Infinity' {
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity'
}

/**
 * Returns the number that a text means: a digit text if a double cannot hold all its digits. Undefined for other texts
 * and for non-finite numbers.
 */
export function readExactNumber(text: string): number | string | undefined {
  const plain = text.trim()
  if (isDigits(plain)) return sumExact([plain])
  const number = plain === '' ? Number.NaN : Number(plain)
  return Number.isFinite(number) ? number : undefined
}

function scaledOf(value: number | string): ScaledInteger | undefined {
  const text = String(value)
  const plain = DECIMAL.exec(text)
  if (plain) {
    const [, sign = '', integerPart = '', fraction = ''] = plain
    const units = BigInt(integerPart + fraction)
    return { units: sign === '-' ? -units : units, scale: fraction.length }
  }
  const [, integerPart = '', fraction = '', exponent = ''] = EXPONENT.exec(text) ?? []
  if (integerPart === '') return undefined
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > MAX_SCALE) return undefined
  const units = BigInt(integerPart + fraction)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

function rescale({ units, scale }: ScaledInteger, to: number): bigint {
  return units * 10n ** BigInt(to - scale)
}

/** Compares two numbers, each a number or a text of digits. Returns a negative number, zero or a positive number. */
export function compareExact(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [scaledOf(a), scaledOf(b)]
  if (!left || !right) return Number(a) - Number(b)
  const scale = Math.max(left.scale, right.scale)
  const difference = rescale(left, scale) - rescale(right, scale)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/**
 * Returns the sum of numbers. If a double cannot hold the sum of digit texts or integers exactly, it is a text of
 * digits.
 */
export function sumExact(values: readonly (number | string)[]): number | string {
  const sum = values.reduce<number>((total, value) => total + Number(value), 0)
  const isWhole = values.every((value) => typeof value === 'string' || Number.isInteger(value))
  const needed = values.some((value) => typeof value === 'string') || (isWhole && !Number.isSafeInteger(sum))
  if (!needed) return sum
  const scaled = values.map(scaledOf)
  if (!scaled.every((each) => each !== undefined)) return sum
  const scale = scaled.reduce((most, each) => Math.max(most, each.scale), 0)
  return textOf({ units: scaled.reduce((total, each) => total + rescale(each, scale), 0n), scale })
}

/** Returns a double if it holds all digits, otherwise a text. */
function textOf({ units, scale }: ScaledInteger): number | string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const integerPart = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale)
  const text = `${units < 0n ? '-' : ''}${integerPart}${fraction === '' ? '' : `.${fraction}`}`
  const short = fraction === '' ? text : text.replace(/\.?0+$/, '')
  const number = Number(text)
  return String(number) === short && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : text
}

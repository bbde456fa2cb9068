import { NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import { epochMs } from './epoch-ms.ts'
import type { CellFormat } from './results.ts'

/* Formats of values that an engine prints as text. */

/** The size from which decimal numbers computed by a statement keep all of their digits. */
export const MIN_EXACT_DECIMAL = 1e12
/** Integers with fewer characters are below 2^53. */
const SURELY_SAFE = 16
const SURE_DIGITS = 15

export const textFormat: CellFormat<string> = {
  type: STRING,
  value: (given) => given,
  json: (given) => JSON.stringify(given),
}

/** Integers that a double always holds. */
export const smallFormat: CellFormat<string> = { type: NUMERIC, value: Number, json: (given) => given }

export const integerFormat: CellFormat<string> = {
  type: NUMERIC,
  value: (given) => (isSafe(given) ? Number(given) : given),
  json: (given) => (isSafe(given) ? given : `"${given}"`),
}

export const floatFormat: CellFormat<string> = {
  type: NUMERIC,
  value: (given) => {
    const number = Number(given)
    return Number.isFinite(number) ? number : given
  },
  json: (given) => (Number.isFinite(Number(given)) ? given : JSON.stringify(given)),
}

/**
 * Returns the format of decimal numbers. From `size` on they keep the digits that a double would lose. Numbers without
 * decimals keep all digits.
 */
export function decimalFormat(size: number): CellFormat<string> {
  const value = (given: string): Value => {
    if (isWhole(given)) return integerFormat.value(given)
    const number = Number(given)
    return Number.isFinite(number) && (Math.abs(number) < size || isExactDouble(given)) ? number : given
  }
  return { type: NUMERIC, value, json: (given) => JSON.stringify(value(given)) }
}

/** A decimal number as a text with all its digits. */
export const digitsFormat: CellFormat<string> = {
  type: NUMERIC,
  value: (given) => given,
  json: (given) => JSON.stringify(given),
}

export const timestampFormat: CellFormat<string> = {
  type: TEMPORAL,
  value: epochMs,
  json: (given) => String(epochMs(given)),
}

/** True if a double prints the digits of a decimal number with decimals. */
function isExactDouble(written: string): boolean {
  const trimmed = written.replace(/\.?0+$/, '')
  return trimmed.replace(/\D/g, '').length <= SURE_DIGITS || String(Number(trimmed)) === trimmed
}

function isSafe(given: string): boolean {
  return given.length < SURELY_SAFE || Number.isSafeInteger(Number(given))
}

function isWhole(given: string): boolean {
  return /^-?\d+$/.test(given)
}

import { splitFormat, writeCurrency } from './currency.ts'
import { isDigits } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'
import { numberFormatter } from './number.ts'
import { formatDigits, patternPrintsAllDigits } from './exact-digits.ts'

/**
 * Formats a number or a text of digits with a d3 pattern. Patterns for plain numbers, such as `,d` and `,.2f`, keep all
 * digits of a text. Patterns with a prefix, a percent sign or significant digits format the nearest double.
 */
export function formatNumeric(pattern: string | null | undefined, value: number | string): string {
  if (typeof value === 'number') return numberFormatter(pattern)(value)
  if (!isDigits(value)) return numberFormatter(pattern)(Number(value))
  const { pattern: plain, currency } = splitFormat(pattern ?? '')
  const written = formatDigits(plain, value)
  if (written === undefined) return numberFormatter(pattern)(Number(value))
  return currency ? writeCurrency(written, currency) : written
}

/** True if a pattern prints all digits of a number. */
export function printsAllDigits(pattern: string): boolean {
  return patternPrintsAllDigits(splitFormat(pattern).pattern)
}

/** Formats numbers like `formatNumeric`; null, booleans and other text are returned as text. */
export function formatCell(pattern: string | null | undefined, value: Value): string {
  return typeof value === 'number' || isDigits(value) ? formatNumeric(pattern, value) : String(value)
}

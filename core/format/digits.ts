import { splitFormat, writeCurrency } from './currency.ts'
import { formatSpecifier } from 'd3-format'
import { isDigits } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'
import { isNamedFormat, numberFormatter } from './number.ts'

/** Decimals that the format `f` writes where none are named. */
const USUAL_DECIMALS = 6
const MINUS = '−'

/**
 * Writes a number or a text of digits by a d3 pattern; of digits all are kept where the pattern writes plain numbers,
 * such as `,d` and `,.2f`. Patterns with a prefix, a percent sign or significant digits write the nearest double.
 */
export function formatNumeric(pattern: string | null | undefined, value: number | string): string {
  if (typeof value === 'number') return numberFormatter(pattern)(value)
  if (!isDigits(value)) return numberFormatter(pattern)(Number(value))
  const { pattern: plain, currency } = splitFormat(pattern ?? '')
  const written = formatDigits(plain, value)
  if (written === undefined) return numberFormatter(pattern)(Number(value))
  return currency ? writeCurrency(written, currency) : written
}

/** Whether a pattern writes all digits of a number. */
export function isWrittenWhole(pattern: string): boolean {
  return specifierOf(pattern) !== undefined
}

/** A number as `formatNumeric` writes it; nothing, truth values and other text stay as they are. */
export function formatCell(pattern: string | null | undefined, value: Value): string {
  return typeof value === 'number' || isDigits(value) ? formatNumeric(pattern, value) : String(value)
}

function formatDigits(pattern: string, digits: string): string | undefined {
  const spec = specifierOf(pattern)
  if (!spec) return undefined
  const isNegative = digits.startsWith('-')
  const [whole = '', fraction = ''] = digits.replace(/^[+-]/, '').split('.')
  const decimals = spec.type === 'd' ? 0 : spec.type === 'f' ? (spec.precision ?? USUAL_DECIMALS) : fraction.length
  const rounded = roundedTo(whole, fraction, decimals)
  const written = spec.trim || spec.type === '' ? rounded.fraction.replace(/0+$/, '') : rounded.fraction
  const grouped = spec.comma ? rounded.whole.replace(/\B(?=(\d{3})+$)/g, ',') : rounded.whole
  const text = `${spec.symbol === '$' ? '$' : ''}${grouped}${written === '' ? '' : `.${written}`}`
  const isZero = /^0*$/.test(rounded.whole + rounded.fraction)
  if (isNegative && !isZero) return spec.sign === '(' ? `(${text})` : `${MINUS}${text}`
  return spec.sign === '+' ? `+${text}` : spec.sign === ' ' ? ` ${text}` : text
}

/** The parts of a pattern that writes all digits; undefined for any other. */
function specifierOf(pattern: string) {
  if (pattern.trim() === '' || isNamedFormat(pattern)) return undefined
  try {
    const spec = formatSpecifier(pattern.trim())
    const isPlain = spec.type === 'd' || spec.type === 'f' || (spec.type === '' && spec.precision === undefined)
    return isPlain && spec.width === undefined && !spec.zero ? spec : undefined
  } catch {
    return undefined
  }
}

/** Rounded half away from zero. */
function roundedTo(whole: string, fraction: string, decimals: number) {
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0')
  const isUp = (fraction[decimals] ?? '0') >= '5'
  const units = String(BigInt(whole + kept) + (isUp ? 1n : 0n)).padStart(decimals + 1, '0')
  const at = units.length - decimals
  return { whole: units.slice(0, at), fraction: units.slice(at) }
}

import { formatSpecifier } from 'd3-format'
import { formatLocale } from '#core/text/format-locale.ts'
import { groupDigits, numberSymbols } from './locale.ts'

/** Default number of decimals of the format `f`. */
const USUAL_DECIMALS = 6
const MINUS = '−'

/** Formats a text of digits with a d3 pattern that prints all digits of a number; undefined for any other pattern. */
export function formatDigits(pattern: string, digits: string): string | undefined {
  const spec = specifierOf(pattern)
  if (!spec) return undefined
  const isNegative = digits.startsWith('-')
  const [integerPart = '', fraction = ''] = digits.replace(/^[+-]/, '').split('.')
  const decimals = spec.type === 'd' ? 0 : spec.type === 'f' ? (spec.precision ?? USUAL_DECIMALS) : fraction.length
  const rounded = roundedTo(integerPart, fraction, decimals)
  const written = spec.trim || spec.type === '' ? rounded.fraction.replace(/0+$/, '') : rounded.fraction
  const symbols = numberSymbols(formatLocale())
  const grouped = spec.comma ? groupDigits(rounded.whole, symbols) : rounded.whole
  const text = `${spec.symbol === '$' ? '$' : ''}${grouped}${written === '' ? '' : symbols.decimal + written}`
  const isZero = /^0*$/.test(rounded.whole + rounded.fraction)
  if (isNegative && !isZero) return spec.sign === '(' ? `(${text})` : `${MINUS}${text}`
  return spec.sign === '+' ? `+${text}` : spec.sign === ' ' ? ` ${text}` : text
}

/** True if a d3 pattern prints all digits of a number. */
export function patternPrintsAllDigits(pattern: string): boolean {
  return specifierOf(pattern) !== undefined
}

/** Returns the parts of a pattern that prints all digits; undefined for any other pattern and for named formats. */
function specifierOf(pattern: string) {
  if (pattern.trim() === '') return undefined
  try {
    const spec = formatSpecifier(pattern.trim())
    const isPlain = spec.type === 'd' || spec.type === 'f' || (spec.type === '' && spec.precision === undefined)
    return isPlain && spec.width === undefined && !spec.zero ? spec : undefined
  } catch {
    return undefined
  }
}

/** Rounds half away from zero. */
function roundedTo(integerPart: string, fraction: string, decimals: number) {
  const remaining = fraction.slice(0, decimals).padEnd(decimals, '0')
  const isUp = (fraction[decimals] ?? '0') >= '5'
  const units = String(BigInt(integerPart + remaining) + (isUp ? 1n : 0n)).padStart(decimals + 1, '0')
  const at = units.length - decimals
  return { whole: units.slice(0, at), fraction: units.slice(at) }
}

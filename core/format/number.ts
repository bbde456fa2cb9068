import { ownValue } from '#core/rest/json.ts'
import { formatLocale as d3Locale, type FormatLocaleObject, formatSpecifier } from 'd3-format'
import { isAmount, mapPattern, splitFormat, writeCurrency } from './currency.ts'
import { splitDigits } from './format-digits.ts'
import { EXACT_FORMAT } from './number-formats.ts'
import { formatBytes } from './bytes.ts'
import { formatDuration, formatDurationSub } from './duration.ts'
import { formatLocale } from '#core/text/format-locale.ts'
import { numberSymbols } from './locale.ts'
import { formatDigits, patternPrintsAllDigits } from './exact-digits.ts'

/** d3 starts again with the first size after the last one, so the last size is repeated for every digit of a double. */
const GROUPS = 160

const locales = new Map<string, FormatLocaleObject>()

function currentLocale(): FormatLocaleObject {
  const tag = formatLocale()
  const cached = locales.get(tag)
  if (cached) return cached
  const { decimal, group, sizes } = numberSymbols(tag)
  const grouping = Array.from({ length: GROUPS }, (_, index) => sizes[Math.min(index, sizes.length - 1)] ?? 3)
  const locale = d3Locale({ decimal, thousands: group, grouping, currency: ['$', ''] })
  locales.set(tag, locale)
  return locale
}

/**
 * Returns the formatter of a d3 pattern, with the separators that the user has chosen at the time of each call. Throws
 * for an invalid pattern.
 */
function localFormat(pattern: string): (value: number) => string {
  // Checks the pattern at once.
  formatSpecifier(pattern)
  let locale: FormatLocaleObject | undefined
  let write: (value: number) => string = String
  return (value) => {
    const now = currentLocale()
    if (now !== locale) [locale, write] = [now, now.format(pattern)]
    return write(value)
  }
}

const formatLarge = localFormat('.3~s')
const formatMedium = localFormat('.2~f')
const formatSmall = localFormat('.4~f')
const powers = localFormat('.2~e')

/**
 * Formats a number for an axis label: three significant digits and a prefix from 1000 on (B for 10^9), two decimals
 * below, four below 1, and prefixes again below 0.001. Trailing zeros are removed. Numbers beyond the prefixes use
 * powers of ten.
 */
function formatSmart(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 1e27 || size < 1e-24) return powers(value)
  if (size >= 1000) return formatLarge(value).replace('G', 'B')
  if (size >= 1) return formatMedium(value)
  if (size >= 0.001) return formatSmall(value)
  return size > 0.000001 ? `${formatLarge(value * 1_000_000)}µ` : formatLarge(value)
}

/** Formats like `formatSmart` with a plus sign for positive numbers. */
function formatSmartSigned(value: number): string {
  return value > 0 ? `+${formatSmart(value)}` : formatSmart(value)
}

export type NumberFormatter = (value: number) => string

const namedFormatters: Readonly<Record<string, NumberFormatter>> = {
  SMART_NUMBER: formatSmart,
  adaptive: formatSmart,
  SMART_NUMBER_SIGNED: formatSmartSigned,
  DURATION: formatDuration,
  DURATION_SUB: formatDurationSub,
  MEMORY_DECIMAL: (value) => formatBytes(value, 'decimal'),
  MEMORY_BINARY: (value) => formatBytes(value, 'binary'),
  MEMORY_TRANSFER_RATE_DECIMAL: (value) => `${formatBytes(value, 'decimal')}/s`,
  MEMORY_TRANSFER_RATE_BINARY: (value) => `${formatBytes(value, 'binary')}/s`,
}

const formatterCache = new Map<string, NumberFormatter>()

/**
 * Returns the formatter of a stored format: a name such as `SMART_NUMBER` or `DURATION`, or a d3 pattern; the default
 * is adaptive. It includes a currency (`withCurrency`), prints a true minus sign (U+2212) and never throws: an invalid
 * pattern prints the value as text. The same pattern returns the same function.
 */
export function numberFormatter(pattern?: string | null): NumberFormatter {
  const key = pattern?.trim() || 'SMART_NUMBER'
  const { plain, digits } = splitDigits(key)
  if (digits.length > 0) return digitsFormatter(key, plain, digits)
  const cached = formatterCache.get(key)
  if (cached) return cached
  const formatter = finite(ownValue(namedFormatters, key) ?? inCurrency(key) ?? fromPattern(key))
  formatterCache.set(key, formatter)
  return formatter
}

const MAX_DIGIT_FORMATTERS = 200
const withDigitsMade = new Map<string, NumberFormatter>()

/**
 * Returns a formatter that prints the digit texts for their doubles. Other doubles beyond 2^53, such as sums, and
 * doubles of two different numbers are marked as approximate.
 */
function digitsFormatter(key: string, plain: string, digits: readonly string[]): NumberFormatter {
  const cached = withDigitsMade.get(key)
  if (cached) return cached
  const { pattern, currency } = splitFormat(plain)
  const texts = new Map<number, string | null>()
  for (const text of digits) {
    const number = Number(text)
    texts.set(number, texts.has(number) && texts.get(number) !== text ? null : text)
  }
  const write = numberFormatter(plain)
  const formatter = (value: number): string => {
    const text = texts.get(value)
    const written = text ? formatDigits(pattern, text) : undefined
    if (written !== undefined) return currency ? writeCurrency(written, currency) : written
    const isCut = text === null || (Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return isCut && patternPrintsAllDigits(pattern) ? `≈ ${write(value)}` : write(value)
  }
  if (withDigitsMade.size >= MAX_DIGIT_FORMATTERS) withDigitsMade.clear()
  withDigitsMade.set(key, formatter)
  return formatter
}

/** Formats a value. Null, text and booleans are returned as text; infinities are `∞`. */
export function formatNumber(pattern: string | null | undefined, value: unknown): string {
  if (typeof value !== 'number') return String(value)
  return numberFormatter(pattern)(value)
}

/**
 * Returns the pattern that prints numbers in full instead of with a prefix such as k or M; any other pattern is
 * unchanged.
 */
export function exactPattern(format: string): string {
  return mapPattern(format, exactOf)
}

function exactOf(pattern: string): string {
  try {
    const specifier = formatSpecifier(pattern.trim())
    if (isNamedFormat(pattern) || specifier.type !== 's') return pattern
    return `${specifier.sign === '+' ? '+' : ''}${specifier.symbol ?? ''}${EXACT_FORMAT}`
  } catch {
    return pattern
  }
}

/** True if a format is a name, not a pattern. */
export function isNamedFormat(pattern: string): boolean {
  return Object.hasOwn(namedFormatters, pattern.trim())
}

/** True if a format is valid, for the message next to an input. */
export function isNumberFormat(pattern: string): boolean {
  const key = pattern.trim()
  if (isNamedFormat(key)) return true
  try {
    localFormat(key)
    return true
  } catch {
    return false
  }
}

/** Returns the formatter of a format with a currency, which replaces the format's own dollar sign. */
function inCurrency(key: string): NumberFormatter | undefined {
  const { pattern, currency } = splitFormat(key)
  if (!currency) return undefined
  const write = numberFormatter(isNamedFormat(pattern) ? pattern : pattern.replaceAll('$', ''))
  return isAmount(pattern) ? (value) => writeCurrency(write(value), currency) : write
}

function fromPattern(pattern: string): NumberFormatter {
  try {
    const write = localFormat(pattern)
    const zero = zeroText(pattern)
    return zero === undefined ? write : (value) => (value === 0 ? zero : write(value))
  } catch {
    return (value) => trueMinus(String(value))
  }
}

/** Patterns of significant digits print 0 with as many digits as any other number; d3 drops them. */
function zeroText(pattern: string): string | undefined {
  const specifier = formatSpecifier(pattern)
  if (specifier.type !== 'r' && specifier.type !== 'p') return undefined
  specifier.type = specifier.type === 'r' ? 'f' : '%'
  specifier.precision = Math.max(1, specifier.precision ?? 6) - 1
  return localFormat(String(specifier))(0)
}

function finite(formatter: NumberFormatter): NumberFormatter {
  return (value) => {
    if (Number.isNaN(value)) return 'NaN'
    // Zero has no sign.
    if (Number.isFinite(value)) return formatter(value === 0 ? 0 : value)
    return value > 0 ? '∞' : '−∞'
  }
}

/** Replaces a leading hyphen with a true minus sign. */
function trueMinus(text: string): string {
  return text.replace(/^-/, '−')
}

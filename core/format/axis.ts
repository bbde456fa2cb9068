import { mapPattern } from './currency.ts'
import { type FormatSpecifier, formatSpecifier } from 'd3-format'
import { SMART_NUMBER } from './number-formats.ts'
import { isNamedFormat, type NumberFormatter, numberFormatter } from './number.ts'

/** Types of d3 patterns with decimals, whose trailing zeros carry no information. */
const DECIMAL = new Set(['e', 'f', 'g', 'r', 's', '%', 'p'])

function readPattern(pattern: string): FormatSpecifier | undefined {
  if (isNamedFormat(pattern)) return undefined
  try {
    return formatSpecifier(pattern)
  } catch {
    return undefined
  }
}

/** Returns a pattern that trims trailing zeros of decimals; named formats and invalid patterns are unchanged. */
export function trimmedFormat(format: string): string {
  return mapPattern(format, trimPattern)
}

function trimPattern(pattern: string): string {
  const specifier = readPattern(pattern)
  if (!specifier || !DECIMAL.has(specifier.type)) return pattern
  return pattern.trim().replace(/~?(.)$/, '~$1')
}

/**
 * Returns the axis format for a metric format, used if the form does not set one. Numbers are abbreviated, so that
 * separators cannot be confused with decimal points; percentages and currencies are unchanged.
 */
export function explicitAxisFormat(format: string): string {
  return mapPattern(format, abbreviatePattern)
}

function abbreviatePattern(pattern: string): string {
  const specifier = readPattern(pattern)
  if (!specifier || specifier.type === '%' || specifier.type === 'p') return pattern
  return specifier.symbol === '$' ? '$.3~s' : SMART_NUMBER
}

/** Formats numbers on an axis: zero is `0` whatever the unit, and decimals have no trailing zeros. */
export function axisFormatter(pattern: string): NumberFormatter {
  const write = numberFormatter(trimmedFormat(pattern))
  return (value) => (value === 0 ? '0' : write(value))
}

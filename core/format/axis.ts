import { mapPattern } from './currency.ts'
import { type FormatSpecifier, formatSpecifier } from 'd3-format'
import { SMART_NUMBER } from './number-formats.ts'
import { isNamedFormat, type NumberFormatter, numberFormatter } from './number.ts'

/** Kinds of d3 patterns that write decimals, whose trailing zeros say nothing. */
const DECIMAL = new Set(['e', 'f', 'g', 'r', 's', '%', 'p'])

function readPattern(pattern: string): FormatSpecifier | undefined {
  if (isNamedFormat(pattern)) return undefined
  try {
    return formatSpecifier(pattern)
  } catch {
    return undefined
  }
}

/** A pattern without the zeros at the end of decimals; names of formats and what cannot be read stay as they are. */
export function trimmedFormat(format: string): string {
  return mapPattern(format, trimmed)
}

function trimmed(pattern: string): string {
  const specifier = readPattern(pattern)
  if (!specifier || !DECIMAL.has(specifier.type)) return pattern
  return pattern.trim().replace(/~?(.)$/, '~$1')
}

/**
 * The format of an axis whose form leaves the choice to a metric of this format: numbers are abbreviated, so that no
 * separator has to be told from a decimal point; percentages and currencies stay what they are.
 */
export function ownAxisFormat(format: string): string {
  return mapPattern(format, abbreviated)
}

function abbreviated(pattern: string): string {
  const specifier = readPattern(pattern)
  if (!specifier || specifier.type === '%' || specifier.type === 'p') return pattern
  return specifier.symbol === '$' ? '$.3~s' : SMART_NUMBER
}

/** Writes numbers on an axis: zero is `0` whatever the unit, and decimals have no zeros at their end. */
export function axisFormatter(pattern: string): NumberFormatter {
  const write = numberFormatter(trimmedFormat(pattern))
  return (value) => (value === 0 ? '0' : write(value))
}

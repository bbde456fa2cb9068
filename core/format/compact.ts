import { formatLocale } from '#core/text/format-locale.ts'
import { decimalText, numberSymbols } from './locale.ts'

const space = '\u2009'
const steps = [
  [1e18, 'E'],
  [1e15, 'P'],
  [1e12, 'T'],
  [1e9, 'bn'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/**
 * Formats a number as a key figure: at most three significant digits, a thin space before the suffix or unit, thousands
 * grouped below 10 000 and a true minus. `compact(546_123)` is `546 k`, `compact(9.59, 'min')` is `9.59 min`.
 */
export function formatCompact(value: number, unit?: string): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞'
  const { digits, letter } = abbreviateNumber(Math.abs(value))
  const sign = value < 0 && digits !== '0' ? '−' : ''
  const suffix = unit === '%' ? '%' : [letter, unit].filter(Boolean).join(' ')
  return `${sign}${digits}${suffix ? space : ''}${suffix}`
}

function abbreviateNumber(size: number): { digits: string; letter: string } {
  const shown = significant(size)
  if (shown < 10_000) return { digits: formatGrouped(shown), letter: '' }
  const [step, letter] = steps.find(([each]) => shown >= each) ?? [1, '']
  return { digits: formatUngrouped(significant(size / step)), letter }
}

/** Rounds to three significant digits; integers below 10 000 keep all digits. */
function significant(size: number): number {
  if (size >= 1000 && size < 9999.5) return Math.round(size)
  return Number(size.toPrecision(3))
}

function formatGrouped(n: number): string {
  return n >= 1000
    ? formatUngrouped(n).replace(/(\d)(\d{3})$/, `$1${numberSymbols(formatLocale()).group}$2`)
    : formatUngrouped(n)
}

function formatUngrouped(n: number): string {
  return n < 1e-6 && n > 0 ? n.toExponential().replace('e-', 'e−') : decimalText(n)
}

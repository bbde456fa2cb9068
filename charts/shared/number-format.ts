import { commonCurrency, mapPattern, splitFormat, withCurrency } from '#core/format/currency.ts'
import type { ChartInput } from '#charts/chart.ts'
import { printsAllDigits } from '#core/format/digits.ts'
import { MAX_FORMAT_DIGITS, withDigits } from '#core/format/format-digits.ts'
import { ADAPTIVE_FORMAT, SMART_NUMBER } from '#core/format/number-formats.ts'
import { isDigits } from '#core/table/exact-number.ts'
import { NUMERIC } from '#core/table/table.ts'

/**
 * Returns the number format of a chart: that of the form. If that is the adaptive default and all metrics have the same
 * format in the dataset, returns that one. A currency is added if all metrics have the same.
 */
export function formatFor(input: ChartInput, key: string, metrics: readonly string[]): string {
  const chosen = input.form[key]
  const formats = metrics.map((metric) => input.dataset.column_formats[metric])
  const currency = commonCurrency(formats)
  if (isChosen(chosen)) return exactFormat(input, withCurrency(chosen, currency))
  const own = new Set(formats.map((format) => (format ? splitFormat(format).pattern : '')))
  const [pattern] = own
  return exactFormat(input, withCurrency(own.size === 1 && pattern ? pattern : SMART_NUMBER, currency))
}

/**
 * Returns a format that also formats result numbers which exceed double precision, if it shows all digits of a number.
 */
export function exactFormat({ tables }: Pick<ChartInput, 'tables'>, format: string): string {
  return printsAllDigits(format) ? withDigits(format, digitsOf(tables)) : format
}

/** True if the conversion to double changes the digits. */
const isCut = (digits: string): boolean => String(Number(digits)) !== digits

const knownDigits = new WeakMap<ChartInput['tables'], readonly string[]>()

/** Returns the distinct numbers of results that are digit texts. */
function digitsOf(tables: ChartInput['tables']): readonly string[] {
  const cached = knownDigits.get(tables)
  if (cached) return cached
  const found = new Set<string>()
  for (const { columns } of tables)
    for (const { type, values } of columns)
      if (type === NUMERIC) for (const value of values) if (isDigits(value) && isCut(value)) found.add(value)
  const digits = [...found].slice(0, MAX_FORMAT_DIGITS)
  knownDigits.set(tables, digits)
  return digits
}

function isChosen(format: unknown): format is string {
  return typeof format === 'string' && format !== '' && format !== SMART_NUMBER && format !== ADAPTIVE_FORMAT
}

/**
 * Returns the formats of metrics shown under a common format: their dataset formats if the common one is adaptive, or
 * else the common one with each currency. Metrics that need no separate format are left out.
 */
export function metricFormats(
  { dataset, tables }: ChartInput,
  common: string,
  metrics: readonly string[] = Object.keys(dataset.column_formats),
): Readonly<Record<string, string>> {
  const { pattern } = splitFormat(common)
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const own = dataset.column_formats[metric]
      if (own === undefined) return []
      if (pattern === SMART_NUMBER) return [[metric, exactFormat({ tables }, withDefaultPattern(own, pattern))]]
      const { currency } = splitFormat(own)
      return currency ? [[metric, exactFormat({ tables }, withCurrency(pattern, currency))]] : []
    }),
  )
}

/** Returns a format, with this pattern if it has none. */
export function withDefaultPattern(format: string, pattern: string): string {
  return mapPattern(format, (own) => own || pattern)
}

/** Returns a text of the form, or the fallback if it is not set. */
export function textOrDefault(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}

/** Returns a number of the form, including numeric text, or the fallback if it is not a number. */
export function numberOrDefault(value: unknown, fallback: number): number {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return fallback
  const number = Number(value)
  return Number.isFinite(number) ? number : fallback
}

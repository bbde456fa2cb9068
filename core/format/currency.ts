import { splitDigits } from './format-digits.ts'

/** The currency of a metric: an ISO 4217 code or a symbol, and its position relative to the number. */
export interface Currency {
  readonly symbol: string
  readonly position: 'prefix' | 'suffix'
}

/** Separates the pattern of a stored format from its currency. No number pattern contains this character. */
const SEPARATOR = '¤'
const MAX_SYMBOL_LENGTH = 16
/** Newer versions read the currency from a dataset column; this is not supported here. */
const AUTO = 'AUTO'

/** Returns the stored currency of a metric, from JSON text or an object; undefined if there is none. */
export function readCurrency(stored: unknown): Currency | undefined {
  const read = typeof stored === 'string' ? parseJsonText(stored) : stored
  if (typeof read !== 'object' || read === null) return undefined
  const { symbol, symbolPosition } = read as { readonly symbol?: unknown; readonly symbolPosition?: unknown }
  if (typeof symbol !== 'string') return undefined
  const name = symbol.trim()
  if (name === '' || name === AUTO || name.length > MAX_SYMBOL_LENGTH) return undefined
  return { symbol: name, position: symbolPosition === 'suffix' ? 'suffix' : 'prefix' }
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a number format with a currency; an empty pattern leaves the number of digits to the chart. */
export function withCurrency(pattern: string, currency: Currency | undefined): string {
  return currency ? `${pattern}${SEPARATOR}${currency.position}:${currency.symbol}` : pattern
}

/** Returns the pattern of a stored format, and its currency if it has one. */
export function splitFormat(format: string): { readonly pattern: string; readonly currency: Currency | undefined } {
  const { plain } = splitDigits(format)
  const at = plain.indexOf(SEPARATOR)
  if (at < 0) return { pattern: plain, currency: undefined }
  const [, position, symbol] = /^(prefix|suffix):([\s\S]+)$/.exec(plain.slice(at + SEPARATOR.length)) ?? []
  const currency = symbol ? { symbol, position: position as Currency['position'] } : undefined
  return { pattern: plain.slice(0, at), currency }
}

/** Applies a function to the pattern of a format and keeps its currency. */
export function mapPattern(format: string, change: (pattern: string) => string): string {
  const { pattern, currency } = splitFormat(format)
  return withCurrency(change(pattern), currency)
}

/** Returns the symbol of a currency, such as `€` for EUR; an unknown code is returned unchanged. */
export function currencySign({ symbol }: Currency): string {
  if (!/^[a-z]{3}$/i.test(symbol)) return symbol
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: symbol.toUpperCase() }).formatToParts(1)
  return parts.find(({ type }) => type === 'currency')?.value ?? symbol
}

/** Returns a formatted number with its currency. */
export function writeCurrency(number: string, currency: Currency): string {
  const sign = currencySign(currency)
  return currency.position === 'suffix' ? `${number} ${sign}` : `${sign} ${number}`
}

/** True if a pattern formats amounts: percentages, durations and sizes have no currency. */
export function isAmount(pattern: string): boolean {
  return !/[%p]$|^(DURATION|MEMORY)/.test(pattern.trim())
}

/** Returns the common currency of all formats; undefined if they differ or have none. */
export function commonCurrency(formats: readonly (string | undefined)[]): Currency | undefined {
  const [first, ...rest] = formats.map((format) => (format ? splitFormat(format).currency : undefined))
  const isSame = (other: Currency | undefined) => other?.symbol === first?.symbol && other?.position === first?.position
  return first && rest.every(isSame) ? first : undefined
}

/** True if amounts in these formats cannot be summed because their currencies differ or only some have one. */
export function haveMixedCurrencies(formats: readonly (string | undefined)[]): boolean {
  return new Set(formats.map((format) => (format ? splitFormat(format).currency?.symbol : undefined))).size > 1
}

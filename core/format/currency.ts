import { splitDigits } from './format-digits.ts'

/** The currency of a metric: an ISO 4217 code or a sign, and the side of the number it stands on. */
export interface Currency {
  readonly symbol: string
  readonly position: 'prefix' | 'suffix'
}

/** Parts a stored format from the currency that is written with it. No number pattern has this sign. */
const SEPARATOR = '¤'
const MAX_SYMBOL_LENGTH = 16
/** What a dataset of newer versions takes from a column; that column is not read here. */
const AUTO = 'AUTO'

/** Returns the currency that a metric is stored with, as JSON text or as an object; undefined where there is none. */
export function readCurrency(stored: unknown): Currency | undefined {
  const read = typeof stored === 'string' ? parsed(stored) : stored
  if (typeof read !== 'object' || read === null) return undefined
  const { symbol, symbolPosition } = read as { readonly symbol?: unknown; readonly symbolPosition?: unknown }
  if (typeof symbol !== 'string') return undefined
  const name = symbol.trim()
  if (name === '' || name === AUTO || name.length > MAX_SYMBOL_LENGTH) return undefined
  return { symbol: name, position: symbolPosition === 'suffix' ? 'suffix' : 'prefix' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a number format that also writes a currency; an empty pattern leaves the choice of digits to others. */
export function withCurrency(pattern: string, currency: Currency | undefined): string {
  return currency ? `${pattern}${SEPARATOR}${currency.position}:${currency.symbol}` : pattern
}

/** Returns the pattern of a stored format, and its currency where it has one. */
export function splitFormat(format: string): { readonly pattern: string; readonly currency: Currency | undefined } {
  const { plain } = splitDigits(format)
  const at = plain.indexOf(SEPARATOR)
  if (at < 0) return { pattern: plain, currency: undefined }
  const [, position, symbol] = /^(prefix|suffix):([\s\S]+)$/.exec(plain.slice(at + SEPARATOR.length)) ?? []
  const currency = symbol ? { symbol, position: position as Currency['position'] } : undefined
  return { pattern: plain.slice(0, at), currency }
}

/** Returns the format that another function makes of the pattern of a format, with the same currency. */
export function mapPattern(format: string, change: (pattern: string) => string): string {
  const { pattern, currency } = splitFormat(format)
  return withCurrency(change(pattern), currency)
}

/** Returns the sign of a currency, such as `€` for EUR; what is no known code stays as it is. */
export function currencySign({ symbol }: Currency): string {
  if (!/^[a-z]{3}$/i.test(symbol)) return symbol
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: symbol.toUpperCase() }).formatToParts(1)
  return parts.find(({ type }) => type === 'currency')?.value ?? symbol
}

/** Returns a written number with its currency. */
export function writeCurrency(number: string, currency: Currency): string {
  const sign = currencySign(currency)
  return currency.position === 'suffix' ? `${number} ${sign}` : `${sign} ${number}`
}

/** Whether a pattern writes amounts: percentages, durations and sizes have no currency. */
export function isAmount(pattern: string): boolean {
  return !/[%p]$|^(DURATION|MEMORY)/.test(pattern.trim())
}

/** Returns the currency that all these formats have; undefined where they differ or have none. */
export function commonCurrency(formats: readonly (string | undefined)[]): Currency | undefined {
  const [first, ...rest] = formats.map((format) => (format ? splitFormat(format).currency : undefined))
  const isSame = (other: Currency | undefined) => other?.symbol === first?.symbol && other?.position === first?.position
  return first && rest.every(isSame) ? first : undefined
}

/** Whether amounts in these formats cannot be added up: some have a currency and others have another or none. */
export function areMixed(formats: readonly (string | undefined)[]): boolean {
  return new Set(formats.map((format) => (format ? splitFormat(format).currency?.symbol : undefined))).size > 1
}

import { currencySign, isAmount, splitFormat } from '#core/format/currency.ts'

/** The parts of a d3 format for plain numbers: sign, currency, comma, precision, type. */
const D3 = /^(\+?)(\$?)(,?)(?:\.(\d+))?([f%sdre]?)$/

/**
 * Returns the spreadsheet number format that corresponds to a d3 format; undefined if there is none, for example for SI
 * prefixes.
 */
export function excelFormat(format: string | null | undefined): string | undefined {
  const { pattern, currency } = splitFormat(format ?? '')
  if (!currency || !isAmount(pattern)) return plainFormat(pattern)
  const sign = `"${currencySign(currency).replaceAll('"', '')}"`
  const number = plainFormat(pattern.replaceAll('$', '')) ?? '#,##0.00'
  const parts = number
    .split(';')
    .map((part) => (currency.position === 'suffix' ? `${part} ${sign}` : `${sign} ${part}`))
  return parts.join(';')
}

function plainFormat(d3: string): string | undefined {
  const match = D3.exec(d3.trim())
  if (!match || !d3) return undefined
  const [, plus, currency, comma, digits, kind] = match
  if (kind === 's' || kind === 'r' || kind === 'e') return undefined
  const decimals = digits === undefined ? (kind === 'f' || kind === '%' ? 6 : 0) : Number(digits)
  const decimalPlaces = decimals === 0 || kind === 'd' ? '' : `.${'0'.repeat(decimals)}`
  const body = `${currency ? '"$"' : ''}${comma ? '#,##0' : '0'}${decimalPlaces}${kind === '%' ? '%' : ''}`
  return plus ? `+${body};-${body};${body}` : body
}

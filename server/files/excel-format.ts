import { currencySign, isAmount, splitFormat } from '#core/format/currency.ts'

/** What a d3 number format says of plain numbers: sign, currency, comma, precision, kind. */
const D3 = /^(\+?)(\$?)(,?)(?:\.(\d+))?([f%sdre]?)$/

/**
 * The number format of a spreadsheet that shows what a d3 format shows; undefined where spreadsheets have none like it,
 * such as for SI prefixes.
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
  const places = decimals === 0 || kind === 'd' ? '' : `.${'0'.repeat(decimals)}`
  const body = `${currency ? '"$"' : ''}${comma ? '#,##0' : '0'}${places}${kind === '%' ? '%' : ''}`
  return plus ? `+${body};-${body};${body}` : body
}

import type { TextInterpretation } from '#core/rest/upload.ts'
import { textLiteral } from '../ansi.ts'

/** The decimal separator of a number. */
export type DecimalCharacter = ',' | '.'

/** Number of digits that a floating-point number holds exactly. */
const MAX_DIGITS = 15

const CURRENCY = '(?:[$€£¥]|USD|EUR|GBP|CHF|JPY)'
const SPACE = String.raw`[ \x{00A0}\x{202F}'’]`
const [COMMA, POINT] = [',', String.raw`\.`]

/** A number without a leading zero (which marks codes), with or without thousands separators. */
const bodyOf = (group: string, decimal: string): string =>
  String.raw`(?:[1-9]\d{0,2}(?:${group}\d{3})+|[1-9]\d{0,2}(?:${SPACE}\d{3})+|0|[1-9]\d*)(?:${decimal}\d+)?`

const patternOf = (body: string): string =>
  String.raw`(?:[+-]?(?:${CURRENCY} ?)?|${CURRENCY} ?-)${body}(?: ?(?:${CURRENCY}|%))?|(?:${CURRENCY} ?)?${body}-|\((?:${CURRENCY} ?)?${body}(?: ?(?:${CURRENCY}))?\)`

/** RE2 patterns for formatted numbers, by decimal separator. */
const PATTERNS: Readonly<Record<DecimalCharacter, string>> = {
  ',': patternOf(bodyOf(POINT, COMMA)),
  '.': patternOf(bodyOf(COMMA, POINT)),
}

const scriptPattern = (pattern: string): RegExp =>
  new RegExp(`^(?:${pattern.replaceAll(/\\x\{([0-9A-F]+)\}/g, String.raw`\u$1`)})$`)
const SCRIPT_PATTERNS = [scriptPattern(PATTERNS[',']), scriptPattern(PATTERNS['.'])]

/** True if a text is a number with a currency, a percent sign, a decimal comma or thousands separators. */
export function isFormattedNumber(text: string): boolean {
  return SCRIPT_PATTERNS.some((pattern) => pattern.test(text.trim()))
}

/** The number format of a column. */
export interface NumberFormat {
  /** `either`: in every value the separator may mark decimals or thousands. */
  readonly decimal: DecimalCharacter | 'either'
  /** Values are divided by 100. */
  readonly isPercent: boolean
  readonly hasCurrency: boolean
  readonly hasThousands: boolean
}

type Row = Readonly<Record<string, unknown>>

/** Returns SQL aggregates about the numbers of one column, named by its position. NULL is a missing value. */
export function numberStatistics(x: string, at: number): readonly string[] {
  const all = (condition: string, name: string) =>
    `bool_and(${x} IS NULL OR coalesce(${condition}, false)) AS ${name}${at}`
  const matches = (pattern: string) => `regexp_full_match(${x}, ${textLiteral(pattern)})`
  const sign = `nullif(regexp_extract(${x}, ${textLiteral(CURRENCY)}), '')`
  return [
    all(matches(PATTERNS[',']), 'comma'),
    all(matches(PATTERNS['.']), 'point'),
    all(`length(regexp_replace(${x}, '[^0-9]', '', 'g')) <= ${MAX_DIGITS}`, 'exact'),
    all(`ends_with(${x}, '%')`, 'percent'),
    `bool_or(ends_with(${x}, '%')) AS somepercent${at}`,
    `bool_or(regexp_matches(${x}, '[.,]')) AS separated${at}`,
    `bool_or(contains(${x}, ',')) AS hascomma${at}`,
    `bool_or(contains(${x}, '.')) AS haspoint${at}`,
    `bool_or(regexp_matches(${x}, ${textLiteral(String.raw`\d${SPACE}\d`)})) AS spaced${at}`,
    `min(length(${x})) <> max(length(${x})) AS varied${at}`,
    all(`starts_with(${x}, '(')`, 'enclosed'),
    `count(DISTINCT ${sign}) AS currencies${at}`,
  ]
}

/** Returns the number format of a column and its type by its statistics; undefined if it stays text. */
export function readNumberStatistics(
  at: number,
  row: Row,
  given: DecimalCharacter | undefined,
): { readonly type: 'BIGINT' | 'DOUBLE'; readonly format: NumberFormat } | undefined {
  const is = (fact: string): boolean => row[`${fact}${at}`] === true
  const currencies = Number(row[`currencies${at}`])
  if (!is('exact') || currencies > 1 || is('percent') !== is('somepercent')) return undefined
  // Digit groups of equal length may also be codes.
  if (is('spaced') && !is('varied')) return undefined
  // Numbers in brackets are negative amounts in accounting; a column of them alone may be a list of references.
  if (is('enclosed') && currencies === 0) return undefined
  const [comma, point] = [is('comma') && given !== '.', is('point') && given !== ',']
  if (!comma && !point) return undefined
  const either = is('separated') ? 'either' : '.'
  const decimal = comma && point ? either : comma ? ',' : '.'
  const isPercent = is('percent')
  const hasDecimals = decimal === ',' ? is('hascomma') : decimal === '.' ? is('haspoint') : true
  const type = hasDecimals || isPercent ? 'DOUBLE' : 'BIGINT'
  const hasGroups = decimal === ',' ? is('haspoint') : is('hascomma')
  const hasThousands = decimal !== 'either' && (is('spaced') || hasGroups)
  return { type, format: { decimal, isPercent, hasCurrency: currencies > 0, hasThousands } }
}

/** Returns the SQL expression that converts a formatted number to the engine's number format. */
export function plainNumber(text: string, { decimal, isPercent }: NumberFormat): string {
  // The sign may be before or after the number, and brackets mark a negative amount.
  const sign = `CASE WHEN regexp_matches(${text}, '[-(]') THEN '-' ELSE '' END`
  const digits = `(${sign} || regexp_replace(${text}, '[^0-9.,]', '', 'g'))`
  const plain = decimal === ',' ? `replace(replace(${digits}, '.', ''), ',', '.')` : `replace(${digits}, ',', '')`
  return isPercent ? `CAST(CAST(${plain} AS DOUBLE) / 100 AS VARCHAR)` : plain
}

/** Returns how the numbers of a column are interpreted; undefined if they are plain. */
export function numberInterpretations(format: NumberFormat | undefined): readonly TextInterpretation[] | undefined {
  if (!format) return undefined
  const found = [
    ...(format.decimal === ',' ? ['decimal-comma' as const] : []),
    ...(format.hasThousands ? ['thousands' as const] : []),
    ...(format.hasCurrency ? ['currency' as const] : []),
    ...(format.isPercent ? ['percent' as const] : []),
  ]
  return found.length === 0 ? undefined : found
}

interface NumberColumn {
  readonly number?: NumberFormat
}

/** True if the separator of a column may mark decimals or thousands. */
export const isEitherDecimal = ({ number }: NumberColumn): boolean => number?.decimal === 'either'

/** Returns the columns with the decimal separator that a preview uses for ambiguous numbers. */
export function withDecimals<C extends NumberColumn>(columns: readonly C[]): readonly C[] {
  const decimal = columns.some(({ number }) => number?.decimal === ',') ? ',' : '.'
  return columns.map((column) =>
    column.number?.decimal === 'either'
      ? { ...column, number: { ...column.number, decimal, hasThousands: decimal === '.' } }
      : column,
  )
}

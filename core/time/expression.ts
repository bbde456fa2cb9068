import { t } from '#core/text/t.ts'
import { isTimeError, type TimeError, timeError } from './time-error.ts'
import { Reader } from './reader.ts'
import type { DateDiff, Expression } from './tree.ts'
import { nearestWord } from '#core/text/similar-names.ts'
import { readUnit, type TimeUnit, timeUnits } from './unit.ts'

/** The functions of the expression language, as offered in the editor. */
const timeFunctions = ['DATETIME', 'DATEADD', 'DATEDIFF', 'DATETRUNC', 'LASTDAY', 'HOLIDAY'] as const

const FUNCTION_START = /^(datetime|dateadd|datetrunc|lastday|holiday)\b/i

/** True if a side must be parsed as an expression. */
export function isExpressionSide(text: string): boolean {
  return FUNCTION_START.test(text) || /^[a-z_]\w*\s*\(/i.test(text)
}

/**
 * Parses the expression in a range of the text. Keywords and units are case-insensitive. A trailing stray closing
 * bracket, comma or semicolon is ignored; any other trailing text is an error.
 */
export function parseExpression(text: string, start: number, end: number): Expression | TimeError {
  const reader = new Reader(text, { start, end })
  const expression = call(reader)
  if (isTimeError(expression)) return expression
  reader.take(/[\s),;]+/)
  const rest = reader.here()
  return rest.word ? timeError(t('Nothing can follow the expression here'), { start: rest.start, end }) : expression
}

function call(reader: Reader): Expression | TimeError {
  const here = reader.here()
  const name = reader.take(/[a-z_]\w*/i)?.[0].toUpperCase()
  if (name === undefined) return timeError(t('A function is expected here'), here, undefined)
  if (name === 'DATEDIFF') return timeError(t('DATEDIFF is a number: use it inside DATEADD'), here)
  const read = readers[name]
  if (!read) return timeError(t('There is no function %s', here.word), here, nearestWord(name, timeFunctions))
  return open(reader) ?? read(reader, here.start)
}

const readers: Readonly<Record<string, (reader: Reader, start: number) => Expression | TimeError>> = {
  DATETIME(reader, start) {
    const text =
      parseQuotedText(reader) ??
      reader
        .take(/[^)'"]+/)?.[0]
        .replace(/,\s*$/, '')
        .trim()
    if (text === undefined) return timeError(t('A date is expected here'), reader.here())
    return parseClosingParenthesis(reader) ?? { kind: 'datetime', text, start, end: reader.at }
  },
  DATEADD(reader, start) {
    const of = call(reader)
    if (isTimeError(of)) return of
    const n = comma(reader) ?? parseAmount(reader)
    if (isTimeError(n)) return n
    const unit = comma(reader) ?? unitOf(reader)
    if (isTimeError(unit)) return unit
    return parseClosingParenthesis(reader) ?? { kind: 'dateadd', of, n, unit, start, end: reader.at }
  },
  DATETRUNC: (reader, start) => ofUnit(reader, start, 'datetrunc'),
  LASTDAY: (reader, start) => ofUnit(reader, start, 'lastday'),
  HOLIDAY(reader, start) {
    const name = parseQuotedText(reader)
    if (name === undefined) return timeError(t('The name of a holiday is expected here, in quotes'), reader.here())
    const more = holidayMore(reader)
    if (isTimeError(more)) return more
    return parseClosingParenthesis(reader) ?? { kind: 'holiday', name, ...more, start, end: reader.at }
  },
}

function holidayMore(reader: Reader): { of?: Expression; country?: string } | TimeError {
  const more: { of?: Expression; country?: string } = {}
  while (reader.take(/,(?!\s*\))/)) {
    const country = parseQuotedText(reader)
    if (country !== undefined) {
      more.country = country
      continue
    }
    const of = call(reader)
    if (isTimeError(of)) return of
    more.of = of
  }
  return more
}

function ofUnit(reader: Reader, start: number, kind: 'datetrunc' | 'lastday'): Expression | TimeError {
  const of = call(reader)
  if (isTimeError(of)) return of
  const unit = comma(reader) ?? unitOf(reader)
  if (isTimeError(unit)) return unit
  if (kind === 'lastday' && (unit === 'hour' || unit === 'minute' || unit === 'second'))
    return timeError(t('LASTDAY takes day, week, month, quarter or year'), { start, end: reader.at })
  return parseClosingParenthesis(reader) ?? { kind, of, unit, start, end: reader.at }
}

function parseAmount(reader: Reader): number | DateDiff | TimeError {
  const { start } = reader.here()
  const digits = reader.take(/[+-]?\s*\d+/)?.[0]
  if (digits !== undefined) return Number(digits.replace(/\s/g, ''))
  if (!reader.take(/datediff\b/i)) return timeError(t('A whole number is expected here'), reader.here())
  const from = open(reader) ?? call(reader)
  if (isTimeError(from)) return from
  const to = comma(reader) ?? call(reader)
  if (isTimeError(to)) return to
  const unit = reader.take(/,\s*(day|year)\b/i)?.[1]?.toLowerCase() as 'day' | 'year' | undefined
  const diff = { kind: 'datediff', from, to, start } as const
  return parseClosingParenthesis(reader) ?? { ...diff, ...(unit ? { unit } : {}), end: reader.at }
}

function unitOf(reader: Reader): TimeUnit | TimeError {
  const here = reader.here()
  const word = parseQuotedText(reader) ?? reader.take(/\w+/)?.[0]
  if (word === undefined) return timeError(t('A unit is expected here'), here)
  const unit = readUnit(word)
  return (
    unit ??
    timeError(t('There is no unit %s', word), { start: here.start, end: reader.at }, nearestWord(word, timeUnits))
  )
}

function parseQuotedText(reader: Reader): string | undefined {
  const match = reader.take(/'([^']*)'|"([^"]*)"/)
  return match && (match[1] ?? match[2])
}

function open(reader: Reader): TimeError | undefined {
  return reader.take(/\(/) ? undefined : timeError(t('"%s" is expected here', '('), reader.here())
}

function comma(reader: Reader): TimeError | undefined {
  return reader.take(/,/) ? undefined : timeError(t('"%s" is expected here', ','), reader.here())
}

function parseClosingParenthesis(reader: Reader): TimeError | undefined {
  return reader.take(/,?\s*\)/) ? undefined : timeError(t('"%s" is expected here', ')'), reader.here())
}

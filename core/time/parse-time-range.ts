import { ownValue } from '#core/rest/json.ts'
import { parseExpression, isExpressionSide } from './expression.ts'
import { isTimeError, type TextRange, type TimeError } from './time-error.ts'
import type { CalendarUnit, DateText, ShiftedAnchor, RangeEnd, TimeRange, Edge } from './tree.ts'
import { readUnit } from './unit.ts'

const SHIFTED_PERIOD =
  /^(last|next|this|prior)(?:\s{1,5}(\d{1,9}))?\s{1,5}(second|minute|hour|day|week|month|quarter|year)s?$/i
const PERIOD_EDGE =
  /^(start|beginning|end|first|1st|first\s{1,5}day|1st\s{1,5}day)\s{1,5}of\s{1,5}(this|last|next|prior)(?:\s{1,5}(\d{1,9}))?\s{1,5}(day|week|month|quarter|year)s?$/i

/** Parses `last 7 days`, `next week`, `start of last month` ... ignoring case; undefined for other texts. */
function parsePhrase(text: string, span: TextRange): ShiftedAnchor | Edge | undefined {
  const match = SHIFTED_PERIOD.exec(text)
  if (match) return parseNamedRange({ kind: 'moved', ...span }, match[1], match[2], match[3])
  const at = PERIOD_EDGE.exec(text)
  if (!at) return undefined
  const side = at[1]?.toLowerCase() === 'end' ? 'end' : 'start'
  return parseNamedRange({ kind: 'edge', edge: side, ...span }, at[2], at[3], at[4])
}

function parseNamedRange<T extends object>(
  base: T,
  word: string | undefined,
  n: string | undefined,
  unit: string | undefined,
): (T & Pick<ShiftedAnchor, 'word' | 'n' | 'unit'>) | undefined {
  const read = readUnit(unit ?? '')
  const lower = (word ?? '').toLowerCase() as ShiftedAnchor['word']
  if (!read || (lower === 'this' && n !== undefined)) return undefined
  return { ...base, word: lower, ...(n === undefined ? {} : { n: Number(n) }), unit: read }
}

/** The text of a range without bounds. */
export const NO_FILTER = 'No filter'

const separator = ' : '
const toDate: Readonly<Record<string, Exclude<CalendarUnit, 'day'>>> = {
  wtd: 'week',
  mtd: 'month',
  qtd: 'quarter',
  ytd: 'year',
}
const FIRST_SUBPERIOD =
  /^(?:first|1st)\s+(day|week|month|quarter)\s+of\s+(?:(this|last|next|prior)\s+)?(?:the\s+)?(week|month|quarter|year)$/i

/**
 * Parses a time range. The separator is exactly space, colon, space. `Last`, `Next`, `Current` and `previous calendar`
 * are case-sensitive, everything else is case-insensitive. A text that is not a complete range, such as a lone date, is
 * `ignored` and not an error. Dates in words are parsed when the range is resolved.
 */
export function parseTimeRange(text: string): TimeRange | TimeError {
  const cut = text.indexOf(separator)
  if (cut >= 0) {
    const since = parseSide(text, { start: 0, end: cut })
    if (isTimeError(since)) return since
    const until = parseSide(text, { start: cut + separator.length, end: text.length })
    return isTimeError(until) ? until : { kind: 'between', since, until }
  }
  return parseSingleSide(text)
}

function parseSingleSide(text: string): TimeRange {
  const textRange = trimRange(text, { start: 0, end: text.length })
  const words = text.slice(textRange.start, textRange.end)
  if (words === NO_FILTER) return { kind: 'no-filter' }
  if (words.startsWith('Last')) return { kind: 'last', since: movedOrText(words, textRange) }
  if (words.startsWith('Next')) return { kind: 'next', until: movedOrText(words, textRange) }
  const calendar = /^(previous calendar|Current)\s+(\w+)$/.exec(words)
  const unit = calendar && calendarUnit(calendar[2])
  if (unit && (unit !== 'day' || calendar[1] === 'Current'))
    return { kind: 'calendar', which: calendar[1] === 'Current' ? 'current' : 'previous', unit }
  const dated = ownValue(toDate, words.toLowerCase())
  return dated ? { kind: 'to-date', unit: dated } : (firstPart(words) ?? { kind: 'ignored', text: words })
}

function firstPart(words: string): TimeRange | undefined {
  const match = FIRST_SUBPERIOD.exec(words)
  const unit = match && calendarUnit(match[3])
  if (!match || !unit) return undefined
  const part = match[1]?.toLowerCase() as 'day' | 'week' | 'month' | 'quarter'
  return { kind: 'first', part, word: (match[2]?.toLowerCase() ?? 'this') as ShiftedAnchor['word'], unit }
}

function calendarUnit(word: string | undefined): CalendarUnit | undefined {
  const unit = word?.endsWith('s') ? undefined : readUnit(word ?? '')
  return unit === 'second' || unit === 'minute' || unit === 'hour' ? undefined : unit
}

function movedOrText(words: string, span: TextRange): ShiftedAnchor | DateText {
  const phrase = parsePhrase(words, span)
  return phrase?.kind === 'moved' ? phrase : { kind: 'text', text: words, ...span }
}

/** Parses one end of a range from a part of the text; null if it is empty. */
function parseSide(text: string, stretch: TextRange): RangeEnd | null | TimeError {
  const span = trimRange(text, stretch)
  const words = text.slice(span.start, span.end)
  if (words === '') return null
  if (isExpressionSide(words)) return parseExpression(text, span.start, span.end)
  return parsePhrase(words, span) ?? { kind: 'text', text: words, ...span }
}

function trimRange(text: string, { start, end }: TextRange): TextRange {
  const words = text.slice(start, end)
  const from = start + words.length - words.trimStart().length
  return { start: from, end: Math.max(from, start + words.trimEnd().length) }
}

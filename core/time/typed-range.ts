import { ownValue } from '#core/rest/json.ts'
import { isTimeError } from './time-error.ts'
import { NO_FILTER, parseTimeRange } from './parse-time-range.ts'
import { countUnits, readUnit, type TimeUnit } from './unit.ts'

/** The period that a typed range is compared with. */
export type TypedComparison = 'previous' | 'week' | 'month' | 'year'

/** A typed time range: an expression of the time range language, and the comparison after `vs`. */
export interface TypedRange {
  readonly range: string
  readonly comparison?: TypedComparison
}

const comparisonWords: Readonly<Record<string, TypedComparison>> = {
  lp: 'previous',
  pp: 'previous',
  previous: 'previous',
  'previous period': 'previous',
  'last period': 'previous',
  lw: 'week',
  'last week': 'week',
  'previous week': 'week',
  lm: 'month',
  'last month': 'month',
  'previous month': 'month',
  ly: 'year',
  'last year': 'year',
  'previous year': 'year',
}

const toDateWords: Readonly<Record<string, string>> = {
  'week to date': 'wtd',
  'month to date': 'mtd',
  'quarter to date': 'qtd',
  'year to date': 'ytd',
  wtd: 'wtd',
  mtd: 'mtd',
  qtd: 'qtd',
  ytd: 'ytd',
}

const fixedWords: Readonly<Record<string, string>> = {
  ...toDateWords,
  all: NO_FILTER,
  'all time': NO_FILTER,
  'no filter': NO_FILTER,
  today: 'Current day',
  yesterday: 'yesterday : today',
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const fullMonths = 'january february march april may june july august september october november december'.split(' ')

/** A calendar period: its first instant and the first instant after it, as local text. */
interface Period {
  readonly since: string
  readonly until: string
}

const padTwoDigits = (n: number) => String(n).padStart(2, '0')
const day = (at: Date) =>
  `${String(at.getUTCFullYear()).padStart(4, '0')}-${padTwoDigits(at.getUTCMonth() + 1)}-${padTwoDigits(at.getUTCDate())}T00:00:00`

/** Returns the period from a month (0 to 11) over a number of months; undefined if a bound has no four-digit year. */
function monthsFrom(year: number, month: number, count: number): Period | undefined {
  if (month < 0 || month > 11 || year < 1000 || year > 9998) return undefined
  return { since: day(new Date(Date.UTC(year, month, 1))), until: day(new Date(Date.UTC(year, month + count, 1))) }
}

function dayPeriod(year: number, month: number, date: number): Period | undefined {
  const at = new Date(Date.UTC(year, month - 1, date))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === date
  if (!isReal || year < 1000 || year > 9998) return undefined
  return { since: day(at), until: day(new Date(Date.UTC(year, month - 1, date + 1))) }
}

const monthAt = (word: string) => Math.max(months.indexOf(word), fullMonths.indexOf(word))

/** Reads a year, a quarter, a month or a day: `2001`, `2001 q2`, `2001-03`, `march 2001`, `2001-03-05`. */
function readPeriod(text: string): Period | undefined {
  const date = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (date) {
    const [, year, month, dateOfMonth] = date
    if (dateOfMonth !== undefined) return dayPeriod(Number(year), Number(month), Number(dateOfMonth))
    return month === undefined ? monthsFrom(Number(year), 0, 12) : monthsFrom(Number(year), Number(month) - 1, 1)
  }
  const quarter = /^(?:(\d{4})[ -]?q([1-4])|q([1-4])[ -]?(\d{4}))$/.exec(text)
  if (quarter) {
    const year = quarter[1] ?? quarter[4]
    const number = quarter[2] ?? quarter[3]
    return monthsFrom(Number(year), (Number(number) - 1) * 3, 3)
  }
  const named = /^(?:([a-z]+) (\d{4})|(\d{4}) ([a-z]+))$/.exec(text)
  if (!named) return undefined
  return monthsFrom(Number(named[2] ?? named[3]), monthAt(named[1] ?? named[4] ?? ''), 1)
}

const joinEnds = (since: string, until: string) => `${since} : ${until}`

/** Reads one period, an inclusive range of two, or a range open to one side. */
function readPeriods(text: string): string | undefined {
  const open = /^(since|from|after|before|until|through) (.+)$/.exec(text)
  const side = open && readPeriod(open[2] ?? '')
  if (open && side) {
    if (open[1] === 'since' || open[1] === 'from') return joinEnds(side.since, '')
    if (open[1] === 'after') return joinEnds(side.until, '')
    return joinEnds('', open[1] === 'before' ? side.since : side.until)
  }
  const pair = /^(?:from )?(.+?)(?: ?\.\. ?| ?– ?| - | to | through | until )(.+)$/.exec(text)
  const first = readPeriod(pair?.[1] ?? text)
  const last = pair ? readPeriod(pair[2] ?? '') : first
  if (!first || !last || first.since >= last.until) return undefined
  return joinEnds(first.since, last.until)
}

/** Reads `last 6 weeks`, `next month`, `previous month`, `this year`, `6w`. */
function readRelative(text: string): string | undefined {
  const short = /^(\d{1,9})(d|w|m|q|y)$/.exec(text)
  if (short) return `Last ${countUnits(Number(short[1]), shortUnits[short[2] ?? ''] ?? 'day')}`
  const match = /^(last|past|next|previous|prev|prior|this|current)(?: calendar)?(?: (\d{1,9}))? (\w+)$/.exec(text)
  const unit = match && readUnit(match[3] ?? '')
  if (!match || !unit) return undefined
  const [, word, count] = match
  if (word === 'last' || word === 'past') return relativeRange('Last', count, unit)
  if (word === 'next') return relativeRange('Next', count, unit)
  if (word === 'this' || word === 'current') return count === undefined ? `Current ${unit}` : undefined
  if (count !== undefined) return relativeRange('Last', count, unit)
  return unit === 'day' ? fixedWords['yesterday'] : `previous calendar ${unit}`
}

const shortUnits: Readonly<Record<string, TimeUnit>> = { d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' }

const relativeRange = (word: 'Last' | 'Next', count: string | undefined, unit: TimeUnit) =>
  count === undefined ? `${word} ${unit}` : `${word} ${countUnits(Number(count), unit)}`

/** Returns a text that is a complete range of the language already. */
function asWritten(text: string): string | undefined {
  const parsed = parseTimeRange(text)
  return isTimeError(parsed) || parsed.kind === 'ignored' ? undefined : text
}

/** Returns the range, if the language accepts it. */
const validRange = (range: string | undefined) => (range === undefined ? undefined : asWritten(range))

/**
 * Reads a typed time range: `last 6 weeks`, `2001-03`, `2001-03 to 2001-05`, `since 2001`, `mtd vs ly`, or an
 * expression of the time range language. Undefined if it cannot be read.
 */
export function readTypedRange(typed: string): TypedRange | undefined {
  const cut = /^(.*?)\s+(?:vs\.?|versus|compared (?:to|with))\s+(.+)$/i.exec(typed.trim())
  const written = (cut?.[1] ?? typed).trim()
  const words = written.toLowerCase().replaceAll(/\s+/g, ' ')
  const comparison = cut
    ? ownValue(comparisonWords, (cut[2] ?? '').toLowerCase().replaceAll(/\s+/g, ' ').trim())
    : undefined
  if (words === '' || (cut && !comparison)) return undefined
  const range =
    ownValue(fixedWords, words) ?? validRange(readRelative(words)) ?? readPeriods(words) ?? asWritten(written)
  if (range === undefined) return undefined
  return comparison ? { range, comparison } : { range }
}

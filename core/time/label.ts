import { formatLocale } from '#core/text/format-locale.ts'
import { t } from '#core/text/t.ts'
import { readCustomRange } from './custom-range.ts'
import { isTimeError } from './time-error.ts'
import { parseTimeRange } from './parse-time-range.ts'
import { printSide, printTimeRange } from './print-time-range.ts'
import type { TimeRangeText } from './resolve-time-range.ts'
import type { RangeEnd } from './tree.ts'
import { countUnits } from './unit.ts'

const day = 86_400_000

/** Returns the formats of a locale for dates and times of day that are counted in UTC. */
function createFormats(tag: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC', numberingSystem: 'latn' })
  // The inputs of times of day count 24 hours.
  const timeOfDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return {
    date: format({ dateStyle: 'medium' }),
    day: format({ month: 'short', day: 'numeric' }),
    month: format({ month: 'short', year: 'numeric' }),
    clock: format(timeOfDay),
    clockWithSeconds: format({ ...timeOfDay, second: '2-digit' }),
  }
}

const formatsOf = new Map<string, ReturnType<typeof createFormats>>()

/** Returns the formats that the user has chosen. */
function localFormats() {
  const tag = formatLocale()
  const cached = formatsOf.get(tag)
  if (cached) return cached
  const formats = createFormats(tag)
  formatsOf.set(tag, formats)
  return formats
}

/**
 * Returns the displayed text of resolved bounds. Whole days show the last day in the range, `Apr 1 – Jun 30, 2001`,
 * although `until` is exclusive; with times of day both ends are shown unchanged. Open ends are described in words.
 */
export function labelBounds({ since, until }: TimeRangeText): string {
  const from = since === null ? null : localDate(since)
  const to = until === null ? null : localDate(until)
  if (!from && !to) return t('No filter')
  const isWholeDays = [from, to].every((end) => !end || isMidnight(end))
  if (!from) return to ? t('Before %s', isWholeDays ? dateLabel(to) : timestampLabel(to)) : t('No filter')
  if (!to) return t('From %s', isWholeDays ? dateLabel(from) : timestampLabel(from))
  if (+from === +to) return t('Nothing: starts and ends on %s', isWholeDays ? dateLabel(from) : timestampLabel(from))
  return isWholeDays ? days(from, new Date(+to - day)) : times(from, to)
}

/** Returns local text as a Date counted in UTC. */
export function localDate(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`)
}

function days(first: Date, last: Date): string {
  // Intl writes thin spaces around the dash in some locales.
  return localFormats().date.formatRange(first, last).replaceAll(/\s/g, ' ')
}

function times(from: Date, to: Date): string {
  const sameDay = Math.floor(+from / day) === Math.floor(+to / day)
  return `${timestampLabel(from)} – ${sameDay ? clock(to) : timestampLabel(to)}`
}

export const monthOf = (at: Date): string => localFormats().month.format(at)

export const dayOf = (at: Date): string => localFormats().day.format(at)

export const dateLabel = (at: Date): string => localFormats().date.format(at)

/** Returns a timestamp with its time of day. */
export function timestampLabel(at: Date): string {
  return `${dateLabel(at)}, ${clock(at)}`
}

function clock(at: Date): string {
  const { clock: minutes, clockWithSeconds } = localFormats()
  return (at.getUTCSeconds() ? clockWithSeconds : minutes).format(at)
}

function isMidnight(at: Date): boolean {
  return +at % day === 0
}

const toDate = {
  week: 'Week to date',
  month: 'Month to date',
  quarter: 'Quarter to date',
  year: 'Year to date',
} as const

/**
 * Returns the displayed text of a range without resolving it: fixed ends like `labelBounds`, relative ones in words
 * such as `7 days until now`. A text that is not a range is unchanged.
 */
export function formatTimeRange(text: string): string {
  const range = parseTimeRange(text)
  if (isTimeError(range) || range.kind === 'ignored') return text
  if (range.kind === 'no-filter') return t('No filter')
  if (range.kind === 'to-date') return t(toDate[range.unit])
  if (range.kind !== 'between') return t(capital(printTimeRange(range)))
  const since = fixedEndText(range.since)
  const until = fixedEndText(range.until)
  if (since !== undefined && until !== undefined) return labelBounds({ since, until })
  return relativeEndText(text) ?? [range.since, range.until].map(sideLabel).join(' – ')
}

/** Returns null for an open end, local text for an ISO date, otherwise undefined. */
function fixedEndText(side: RangeEnd | null): string | null | undefined {
  if (side === null) return null
  const text = side.kind === 'text' || side.kind === 'datetime' ? side.text : ''
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?$/.test(text)) return undefined
  const at = localDate(text)
  return Number.isNaN(+at) || !at.toISOString().startsWith(text.slice(0, 10))
    ? undefined
    : at.toISOString().slice(0, 19)
}

function relativeEndText(text: string): string | undefined {
  const range = readCustomRange(text)
  if (!range || (range.sinceMode === 'relative') === (range.untilMode === 'relative')) return undefined
  const { sinceGrainValue, sinceGrain, untilGrainValue, untilGrain } = range
  if (range.sinceMode === 'relative')
    return t('%s until %s', amountText(sinceGrainValue, sinceGrain), endLabel(range.untilMode, range.untilDatetime))
  return t('%s from %s', amountText(untilGrainValue, untilGrain), endLabel(range.sinceMode, range.sinceDatetime))
}

function amountText(n: number, unit: Parameters<typeof countUnits>[1]): string {
  const [count = '', word = ''] = countUnits(n, unit).split(' ')
  return `${count} ${t(word)}`
}

function endLabel(mode: string, datetime: string): string {
  if (mode !== 'specific') return mode === 'now' ? t('now') : t('midnight')
  const at = fixedEndText({ kind: 'text', text: datetime, start: 0, end: 0 })
  return at ? endText(localDate(at)) : datetime
}

function endText(at: Date): string {
  return isMidnight(at) ? dateLabel(at) : timestampLabel(at)
}

function sideLabel(side: RangeEnd | null): string {
  const at = fixedEndText(side)
  if (at) return endText(localDate(at))
  return side ? printSide(side) : '…'
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

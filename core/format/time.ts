import { ownValue } from '#core/rest/json.ts'
import { timeFormat, utcFormat } from 'd3-time-format'
import { formatDetailed, grainPattern, mayNamePeriod, formatSmart, formatVerbose } from './smart-date.ts'

/** Formats a timestamp in epoch milliseconds. */
export type TimeFormatter = (value: number) => string

const namedFormatters: Readonly<Record<string, (date: Date) => string>> = {
  smart_date: formatSmart,
  smart_date_verbose: formatVerbose,
  smart_date_detailed: formatDetailed,
}

const formatterCache = new Map<string, TimeFormatter>()

/**
 * Returns the formatter of a stored time format: an adaptive name, a d3 pattern, or `database_format` for ISO text; the
 * default is `smart_date`. It uses UTC, or the browser's time zone with the prefix `local!`. With a grain, `smart_date`
 * formats all buckets alike, and days that do not begin a bucket in full. It never throws; an invalid timestamp is
 * returned as text.
 */
export function timeFormatter(pattern?: string | null, grain?: string | null): TimeFormatter {
  const id = pattern?.trim() || 'smart_date'
  const even = id === 'smart_date' && grain ? grainPattern(grain) : undefined
  const key = even === undefined ? id : `${even} ${grain}`
  const cached = formatterCache.get(key)
  if (cached) return cached
  const write = even === undefined ? (ownValue(namedFormatters, id) ?? fromPattern(id)) : byGrain(even, grain ?? '')
  const formatter = (value: number): string => {
    const wholeMs = Math.floor(value)
    const date = new Date(wholeMs)
    if (Number.isNaN(date.getTime())) return String(value)
    return id === 'smart_date_detailed' && value !== wholeMs ? withMicroseconds(date, value - wholeMs) : write(date)
  }
  formatterCache.set(key, formatter)
  return formatter
}

/** Formats a timestamp with six decimals of its seconds; a Date has only three. */
function withMicroseconds(date: Date, fraction: number): string {
  const micros = String(Math.min(999, Math.round(fraction * 1000))).padStart(3, '0')
  return `${date.toISOString().slice(0, -1).replace('T', ' ')}${micros}`
}

/**
 * Formats a value with a time format. Numbers are epoch milliseconds, text is ISO text; any other value is returned as
 * text.
 */
export function formatTime(pattern: string | null | undefined, value: unknown, grain?: string | null): string {
  if (typeof value === 'number') return timeFormatter(pattern, grain)(value)
  if (typeof value !== 'string') return String(value)
  const instant = Date.parse(
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value) ? `${value.replace(' ', 'T')}Z` : value,
  )
  return Number.isNaN(instant) ? value : timeFormatter(pattern, grain)(instant)
}

/** Formats buckets of a grain alike; resampled timestamps are formatted in full. */
function byGrain(even: string, grain: string): (date: Date) => string {
  const write = fromPattern(even)
  return (date) => (mayNamePeriod(date.getTime(), grain) ? write(date) : formatDetailed(date))
}

function fromPattern(pattern: string): (date: Date) => string {
  if (pattern === 'database_format') return (date) => date.toISOString().slice(0, 19).replace('T', ' ')
  return pattern.startsWith('local!') ? timeFormat(pattern.slice(6)) : utcFormat(pattern)
}

import { timeFormat, utcFormat } from 'd3-time-format'
import { detailed, grainPattern, mayNamePeriod, smart, verbose } from './smart-date.ts'

/** Writes a moment in epoch milliseconds. */
export type TimeFormatter = (value: number) => string

const named: Readonly<Record<string, (moment: Date) => string>> = {
  smart_date: smart,
  smart_date_verbose: verbose,
  smart_date_detailed: detailed,
}

const made = new Map<string, TimeFormatter>()

/**
 * The formatter of a stored time format: an adaptive name, a d3 pattern, or `database_format` for ISO text; none is
 * `smart_date`. Read in UTC, or in the reader's zone after the prefix `local!`. With a grain, `smart_date` writes
 * the bucket in one even form, and days that begin no bucket in full. It never throws; a moment that is none stays its text.
 */
export function timeFormatter(pattern?: string | null, grain?: string | null): TimeFormatter {
  const id = pattern?.trim() || 'smart_date'
  const even = id === 'smart_date' && grain ? grainPattern(grain) : undefined
  const key = even === undefined ? id : `${even} ${grain}`
  const known = made.get(key)
  if (known) return known
  const write = even === undefined ? (named[id] ?? fromPattern(id)) : byGrain(even, grain ?? '')
  const formatter = (value: number): string => {
    const whole = Math.floor(value)
    const moment = new Date(whole)
    if (Number.isNaN(moment.getTime())) return String(value)
    return id === 'smart_date_detailed' && value !== whole ? withMicroseconds(moment, value - whole) : write(moment)
  }
  made.set(key, formatter)
  return formatter
}

/** A moment with six decimals of its seconds; dates know three. */
function withMicroseconds(moment: Date, fraction: number): string {
  const micros = String(Math.min(999, Math.round(fraction * 1000))).padStart(3, '0')
  return `${moment.toISOString().slice(0, -1).replace('T', ' ')}${micros}`
}

/** Writes a value by a time format. Numbers are epoch milliseconds, text is ISO text; anything else stays its text. */
export function formatTime(pattern: string | null | undefined, value: unknown, grain?: string | null): string {
  if (typeof value === 'number') return timeFormatter(pattern, grain)(value)
  if (typeof value !== 'string') return String(value)
  const moment = Date.parse(
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value) ? `${value.replace(' ', 'T')}Z` : value,
  )
  return Number.isNaN(moment) ? value : timeFormatter(pattern, grain)(moment)
}

/** Writes buckets of a grain evenly; what was brought to other steps of time is written as it is. */
function byGrain(even: string, grain: string): (moment: Date) => string {
  const write = fromPattern(even)
  return (moment) => (mayNamePeriod(moment.getTime(), grain) ? write(moment) : detailed(moment))
}

function fromPattern(pattern: string): (moment: Date) => string {
  if (pattern === 'database_format') return (moment) => moment.toISOString().slice(0, 19).replace('T', ' ')
  return pattern.startsWith('local!') ? timeFormat(pattern.slice(6)) : utcFormat(pattern)
}

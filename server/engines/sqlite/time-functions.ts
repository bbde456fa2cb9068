import { LRUCache } from 'lru-cache'
import { timeText } from './dialect.ts'
import { instantOf, type SqliteValue } from './cells.ts'

/* The functions that SQLite does not have: time zones, and times in other formats than ISO. */

const HOUR_MS = 3_600_000
const QUARTERS = 4

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAME = '([A-Za-z]+)'

const PARTS: Readonly<Record<string, string>> = {
  Y: String.raw`(\d{4})`,
  y: String.raw`(\d{2})`,
  m: String.raw`(\d{1,2})`,
  d: String.raw`(\d{1,2})`,
  H: String.raw`(\d{1,2})`,
  I: String.raw`(\d{1,2})`,
  M: String.raw`(\d{1,2})`,
  S: String.raw`(\d{1,2})`,
  f: String.raw`(\d{1,9})`,
  j: String.raw`(\d{1,3})`,
  p: '([AaPp][Mm])',
  b: NAME,
  B: NAME,
  a: NAME,
  A: NAME,
}

interface TimeFormat {
  readonly pattern: RegExp
  readonly directives: readonly string[]
}

const formats = new LRUCache<string, TimeFormat>({ max: 100 })

function timeFormat(written: string): TimeFormat {
  const cached = formats.get(written)
  if (cached) return cached
  const directives: string[] = []
  const text = written.replace(/%(.)|[^%]/gs, (all, directive?: string) => {
    const part = directive === undefined ? undefined : PARTS[directive]
    if (part === undefined) return (directive === '%' ? '%' : all).replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
    directives.push(directive ?? '')
    return part
  })
  const format = { pattern: new RegExp(`^${text}$`), directives }
  formats.set(written, format)
  return format
}

/** Returns a time written by a strftime pattern as an ISO text; null if it is not written so. */
export function parseTime(value: SqliteValue | null, written: SqliteValue | null): string | null {
  if (value === null || typeof written !== 'string' || typeof value === 'object') return null
  const { pattern, directives } = timeFormat(written)
  const found = pattern.exec(String(value))
  if (!found) return null
  const part = (name: string): string | undefined => found[directives.indexOf(name) + 1 || found.length]
  const number = (name: string, otherwise: number): number => Number(part(name) ?? otherwise)
  const short = part('y')
  const year = short === undefined ? number('Y', 1900) : Number(short) + (Number(short) < 69 ? 2000 : 1900)
  const named = (part('b') ?? part('B'))?.slice(0, 3).toLowerCase()
  const month = named === undefined ? number('m', 1) : MONTHS.indexOf(named) + 1
  const half = part('p')?.toLowerCase()
  const hour = half === undefined ? number('H', 0) : (number('I', 12) % 12) + (half === 'pm' ? 12 : 0)
  const [minute, second] = [number('M', 0), number('S', 0)]
  const day = number('d', 1)
  const millis = Math.floor(Number(`0.${part('f') ?? 0}`) * 1000)
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  if (part('j') !== undefined) date.setUTCFullYear(year, 0, number('j', 1))
  date.setUTCHours(hour, minute, second, millis)
  return timeText(date.getTime())
}

const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 20 })
const offsets = new LRUCache<string, number>({ max: 50_000 })

/** Returns an instant, an ISO text in UTC, on the clocks of a zone. */
export function zonedClock(value: SqliteValue | null, zone: SqliteValue | null): string | null {
  const instant = value === null ? undefined : instantOf(value)
  if (instant === undefined || instant === null || typeof zone !== 'string') return null
  return timeText(instant + offsetAt(instant, zone))
}

/** Clocks change at full quarters of an hour at most. */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor((instant / HOUR_MS) * QUARTERS)
  const key = `${zone} ${quarter}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  const start = (quarter * HOUR_MS) / QUARTERS
  const offset = localMs(start, zone) - start
  offsets.set(key, offset)
  return offset
}

function localMs(instant: number, zone: string): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone: zone,
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
  clocks.set(zone, clock)
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const year = Number(parts['year'])
  const date = new Date(0)
  date.setUTCFullYear(
    /^B/i.test(parts['era'] ?? '') ? 1 - year : year,
    Number(parts['month']) - 1,
    Number(parts['day']),
  )
  return date.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']))
}

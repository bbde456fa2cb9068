import { ownValue } from '#core/rest/json.ts'
/** A time grain: its stored code (an ISO 8601 duration, null for the original value) and its label. */
export interface TimeGrain {
  readonly code: string | null
  readonly label: string
}

/** All grains in display order: the original value, then by length, weeks with a fixed first day last. */
export const timeGrains: readonly TimeGrain[] = [
  { code: null, label: 'Original value' },
  { code: 'PT1S', label: 'Second' },
  { code: 'PT5S', label: '5 second' },
  { code: 'PT30S', label: '30 second' },
  { code: 'PT1M', label: 'Minute' },
  { code: 'PT5M', label: '5 minute' },
  { code: 'PT10M', label: '10 minute' },
  { code: 'PT15M', label: '15 minute' },
  { code: 'PT30M', label: '30 minute' },
  { code: 'PT1H', label: 'Hour' },
  { code: 'PT6H', label: '6 hour' },
  { code: 'P1D', label: 'Day' },
  { code: 'P1W', label: 'Week' },
  { code: 'P1M', label: 'Month' },
  { code: 'P3M', label: 'Quarter' },
  { code: 'P1Y', label: 'Year' },
  { code: '1969-12-28T00:00:00Z/P1W', label: 'Week starting Sunday' },
  { code: '1969-12-29T00:00:00Z/P1W', label: 'Week starting Monday' },
  { code: 'P1W/1970-01-03T00:00:00Z', label: 'Week ending Saturday' },
  { code: 'P1W/1970-01-04T00:00:00Z', label: 'Week ending Sunday' },
]

/** The granularities of older chart types, in display order; `all` means no bucket. */
export const granularities: readonly TimeGrain[] = [
  { code: null, label: 'all' },
  { code: 'PT5S', label: '5 seconds' },
  { code: 'PT30S', label: '30 seconds' },
  { code: 'PT1M', label: '1 minute' },
  { code: 'PT5M', label: '5 minutes' },
  { code: 'PT30M', label: '30 minutes' },
  { code: 'PT1H', label: '1 hour' },
  { code: 'PT6H', label: '6 hour' },
  { code: 'P1D', label: '1 day' },
  { code: 'P7D', label: '7 days' },
  { code: 'P1W', label: 'week' },
  { code: '1969-12-28T00:00:00Z/P1W', label: 'week starting Sunday' },
  { code: 'P1W/1970-01-03T00:00:00Z', label: 'week ending Saturday' },
  { code: 'P1M', label: 'month' },
  { code: 'P3M', label: 'quarter' },
  { code: 'P1Y', label: 'year' },
]

/** The default grain of a new chart. */
export const DEFAULT_GRANULARITY = 'P1D'

/** Any date on the first day of the week, for each `week_start` except Monday: 2 Tuesday to 7 Sunday. */
const WEEK_DAYS: Readonly<Record<number, string>> = {
  2: '1969-12-30',
  3: '1969-12-31',
  4: '1970-01-01',
  5: '1970-01-02',
  6: '1970-01-03',
  7: '1969-12-28',
}

/**
 * Codes of weeks that do not begin on Monday, with their first day, 2 Tuesday to 7 Sunday. Only the last is offered;
 * the others replace `P1W` for datasets with that `week_start`.
 */
export const shiftedWeeks: readonly (readonly [code: string, weekStart: number])[] = Object.entries(WEEK_DAYS).map(
  ([weekStart, day]) => [`${day}T00:00:00Z/P1W`, Number(weekStart)],
)

/**
 * Returns the code of a grain in a calendar whose weeks begin on `weekStart`, 1 Monday to 7 Sunday: only `P1W` changes.
 */
export function grainOnCalendar(code: string, weekStart: number | undefined): string {
  const day = code === 'P1W' && weekStart !== undefined ? WEEK_DAYS[weekStart] : undefined
  return day === undefined ? code : `${day}T00:00:00Z/P1W`
}

const aliases: Readonly<Record<string, string>> = { 'PT0.5H': 'PT30M', 'P0.25Y': 'P3M' }

/** Returns the canonical code of a grain for any of its spellings. */
export function canonicalGrain(code: string): string {
  return ownValue(aliases, code) ?? code
}

const STEP = /(?:^|\/)P(?:(\d+)([DWMY])|T(\d+)([SMH]))$/
const MILLISECONDS: Readonly<Record<string, number>> = {
  S: 1000,
  TM: 60_000,
  H: 3_600_000,
  D: 86_400_000,
  W: 604_800_000,
}

/**
 * Returns the end of the bucket that begins at `start`, both in epoch milliseconds; undefined for buckets labelled by
 * their end.
 */
export function periodEnd(start: number, code: string): number | undefined {
  const [, days, unit = '', times, part = ''] = STEP.exec(canonicalGrain(code)) ?? []
  const count = Number(days ?? times)
  const fixed = MILLISECONDS[times === undefined ? unit : part === 'M' ? 'TM' : part]
  if (!(count > 0)) return undefined
  if (fixed !== undefined) return start + count * fixed
  const at = new Date(start)
  return at.setUTCMonth(at.getUTCMonth() + count * (unit === 'Y' ? 12 : 1))
}

import type { ClockOptions } from './clock.ts'
import { isTimeZone } from './zones.ts'

/** The calendar settings as stored, sent and edited. */
export interface CalendarRecord {
  readonly time_zone?: string
  readonly week_start?: number
  readonly fiscal_year_start?: number
}

/** The calendar of a dataset or a dashboard. */
type CalendarSettings = Pick<ClockOptions, 'zone' | 'weekStart' | 'fiscalYearStart'>

/**
 * Returns the calendar settings, each from the first object that contains it: `time_zone`, an IANA name; `week_start`,
 * 1 Monday to 7 Sunday; `fiscal_year_start`, the first month of the year, 1 to 12. Each argument is an object or its
 * JSON text; other values are ignored.
 */
export function calendarSettings(...settings: readonly unknown[]): CalendarSettings {
  const all = settings.map(recordOf)
  const first = <T>(read: (record: Readonly<Record<string, unknown>>) => T | undefined): T | undefined =>
    all.map(read).find((value) => value !== undefined)
  const zone = first(({ time_zone: name }) => (typeof name === 'string' && name !== '' ? name : undefined))
  const weekStart = first(({ week_start: day }) => integerWithin(day, 7))
  const fiscalYearStart = first(({ fiscal_year_start: month }) => integerWithin(month, 12))
  return {
    ...(zone ? { zone } : {}),
    ...(weekStart ? { weekStart } : {}),
    ...(fiscalYearStart ? { fiscalYearStart } : {}),
  }
}

/** Returns the same settings under their stored names, without those that are not set. */
export function calendarRecord(...settings: readonly unknown[]): CalendarRecord {
  const { zone, weekStart, fiscalYearStart } = calendarSettings(...settings)
  return {
    ...(zone === undefined ? {} : { time_zone: zone }),
    ...(weekStart === undefined ? {} : { week_start: weekStart }),
    ...(fiscalYearStart === undefined ? {} : { fiscal_year_start: fiscalYearStart }),
  }
}

/** Returns the names of invalid settings. Null counts as not set. */
export function calendarErrors(setting: unknown): readonly (keyof CalendarRecord)[] {
  const record = recordOf(setting)
  const isGiven = (name: keyof CalendarRecord) => record[name] !== undefined && record[name] !== null
  const isWrong = {
    time_zone: !isTimeZone(record['time_zone']),
    week_start: integerWithin(record['week_start'], 7) === undefined,
    fiscal_year_start: integerWithin(record['fiscal_year_start'], 12) === undefined,
  }
  return (['time_zone', 'week_start', 'fiscal_year_start'] as const).filter((name) => isGiven(name) && isWrong[name])
}

function integerWithin(value: unknown, most: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most ? value : undefined
}

function recordOf(setting: unknown): Readonly<Record<string, unknown>> {
  if (typeof setting === 'object' && setting !== null) return setting as Record<string, unknown>
  try {
    const parsed: unknown = typeof setting === 'string' ? JSON.parse(setting) : null
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

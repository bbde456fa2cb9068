import type { ClockOptions } from './clock.ts'
import { isTimeZone } from './zones.ts'

/** The settings of the calendar as they are stored, sent and edited. */
export interface CalendarRecord {
  readonly time_zone?: string
  readonly week_start?: number
  readonly fiscal_year_start?: number
}

/** How the days of a dataset or a dashboard are counted. */
type CalendarSettings = Pick<ClockOptions, 'zone' | 'weekStart' | 'fiscalYearStart'>

/**
 * What settings say of the calendar, each from the first that says it: `time_zone`, an IANA name; `week_start`, 1 Monday
 * to 7 Sunday; `fiscal_year_start`, the month in which years begin, 1 to 12. A setting is an object or the JSON text of
 * one; what is neither says nothing.
 */
export function calendarSettings(...settings: readonly unknown[]): CalendarSettings {
  const all = settings.map(recordOf)
  const first = <T>(read: (record: Readonly<Record<string, unknown>>) => T | undefined): T | undefined =>
    all.map(read).find((value) => value !== undefined)
  const zone = first(({ time_zone: name }) => (typeof name === 'string' && name !== '' ? name : undefined))
  const weekStart = first(({ week_start: day }) => within(day, 7))
  const fiscalYearStart = first(({ fiscal_year_start: month }) => within(month, 12))
  return {
    ...(zone ? { zone } : {}),
    ...(weekStart ? { weekStart } : {}),
    ...(fiscalYearStart ? { fiscalYearStart } : {}),
  }
}

/** The same settings under their stored names; those that say nothing are left out. */
export function calendarRecord(...settings: readonly unknown[]): CalendarRecord {
  const { zone, weekStart, fiscalYearStart } = calendarSettings(...settings)
  return {
    ...(zone === undefined ? {} : { time_zone: zone }),
    ...(weekStart === undefined ? {} : { week_start: weekStart }),
    ...(fiscalYearStart === undefined ? {} : { fiscal_year_start: fiscalYearStart }),
  }
}

/** Names of the settings that are given, but of which no calendar can be made. Null gives nothing. */
export function calendarFaults(setting: unknown): readonly (keyof CalendarRecord)[] {
  const record = recordOf(setting)
  const isGiven = (name: keyof CalendarRecord) => record[name] !== undefined && record[name] !== null
  const isWrong = {
    time_zone: !isTimeZone(record['time_zone']),
    week_start: within(record['week_start'], 7) === undefined,
    fiscal_year_start: within(record['fiscal_year_start'], 12) === undefined,
  }
  return (['time_zone', 'week_start', 'fiscal_year_start'] as const).filter((name) => isGiven(name) && isWrong[name])
}

function within(value: unknown, most: number): number | undefined {
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

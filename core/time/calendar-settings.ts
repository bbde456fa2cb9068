import type { ClockOptions } from './clock.ts'

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

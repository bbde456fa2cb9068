/** Calendar days as `YYYY-MM-DD`, without time or time zone. */

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/
const MS_PER_DAY = 86_400_000

/** Returns the days since 1970-01-01; undefined for an invalid date. */
export function dayNumber(day: string): number | undefined {
  const parts = dayPattern.exec(day)
  if (parts === null) return undefined
  const date = new Date(0)
  date.setUTCFullYear(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))
  const number = Math.round(date.getTime() / MS_PER_DAY)
  return dayOf(number) === day ? number : undefined
}

/** Returns the day that is `number` days after 1970-01-01. */
export function dayOf(number: number): string {
  return new Date(number * MS_PER_DAY).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  const number = dayNumber(day)
  return number === undefined ? day : dayOf(number + days)
}

/** Adds months to a day; limited to the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + (month - 1) + months
  const targetYear = Math.floor(index / 12)
  const targetMonth = (index % 12) + 1
  return isoDay(targetYear, targetMonth, Math.min(date, daysIn(targetYear, targetMonth)))
}

function daysIn(year: number, month: number): number {
  const first = new Date(0)
  first.setUTCFullYear(year, month, 0)
  return first.getUTCDate()
}

function isoDay(year: number, month: number, date: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

/** Returns the weekday; 0 is Sunday. */
export function weekday(day: string): number {
  return ((((dayNumber(day) ?? 0) + 4) % 7) + 7) % 7
}

/** Returns the full weeks that overlap a month, starting on `weekStart` (0 is Sunday). `month` is `YYYY-MM`. */
export function weeksOf(month: string, weekStart: 0 | 1): readonly (readonly string[])[] {
  const first = `${month}-01`
  const last = addDays(addMonths(first, 1), -1)
  const weeks: string[][] = []
  let day = addDays(first, -((weekday(first) - weekStart + 7) % 7))
  do {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)))
    day = addDays(day, 7)
  } while (day <= last)
  return weeks
}

/** Returns the day after a key press in a calendar; undefined if the key does not move. */
export function dayAfterKey(key: string, isShifted: boolean, day: string, weekStart: 0 | 1): string | undefined {
  const inWeek = (weekday(day) - weekStart + 7) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'PageUp':
      return addMonths(day, isShifted ? -12 : -1)
    case 'PageDown':
      return addMonths(day, isShifted ? 12 : 1)
    case 'Home':
      return addDays(day, -inWeek)
    case 'End':
      return addDays(day, 6 - inWeek)
    default:
      return undefined
  }
}

/**
 * Parses a typed wall-clock timestamp: a day, optionally followed by a space or T and a time to the minute or second.
 * Returns `YYYY-MM-DDTHH:MM:SS`; undefined if it is invalid.
 */
export function parseWallClock(text: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim())
  if (parts === null || dayNumber(parts[1] ?? '') === undefined) return undefined
  const [hours, minutes, seconds] = [Number(parts[2] ?? 0), Number(parts[3] ?? 0), Number(parts[4] ?? 0)]
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return `${parts[1]}T${[hours, minutes, seconds].map((each) => String(each).padStart(2, '0')).join(':')}`
}

/** Formats a timestamp for a field: with a space, to the given precision. */
export function printWallClock(value: string, granularity: 'day' | 'minute' | 'second'): string {
  const length = { day: 10, minute: 16, second: 19 }[granularity]
  const withTime = value.length === 10 ? `${value}T00:00:00` : value
  return withTime.slice(0, length).replace('T', ' ')
}

import Library, { type HolidaysTypes } from 'date-holidays'
import { LRUCache } from 'lru-cache'
import type { Holiday } from '#core/time/clock.ts'
import { facetHolidays } from './facet-holidays.ts'

/** Maximum number of cached years of countries. */
const MAX_CACHED = 200
/** Types of holidays, the most likely ones first. */
const KINDS: readonly HolidaysTypes.HolidayType[] = ['public', 'bank', 'optional', 'school', 'observance']
/** Years in which holidays of a country's regions are searched too. */
const FIRST_OF_PARTS = 1900
const LAST_OF_PARTS = 2100

const holidayCache = new LRUCache<string, readonly Holiday[]>({ max: MAX_CACHED })

/**
 * Yields the holidays of a country in a year; none for an unknown country. First those under the names used in saved
 * time ranges, then national ones in the country's languages and in English, days off before other days, then regional
 * ones, which are computed on demand. Dates are not moved to a working day. `UK` is `GB`.
 */
export function* holidaysOf(country: string, year: number): Iterable<Holiday> {
  const code = country.toUpperCase() === 'UK' ? 'GB' : country.toUpperCase()
  if (!/^[A-Z]{2}$/.test(code) || year < 1 || year > 9999) return
  yield* cachedHolidays(`${code} ${year}`, () => [...facetHolidays(code, year), ...daysOf(new Library(code), year)])
  if (year < FIRST_OF_PARTS || year > LAST_OF_PARTS) return
  yield* cachedHolidays(`parts of ${code} ${year}`, () => daysOfParts(code, year))
}

function cachedHolidays(key: string, make: () => readonly Holiday[]): readonly Holiday[] {
  const found = holidayCache.get(key) ?? make()
  holidayCache.set(key, found)
  return found
}

function daysOfParts(code: string, year: number): readonly Holiday[] {
  const parts = Object.keys(new Library().getStates(code) ?? {})
  const options = { types: KINDS.filter((kind) => kind !== 'observance') }
  const all = parts.flatMap((part) => daysOf(new Library(code, part, options), year))
  return [...new Map(all.map((day) => [`${day.name} ${day.date}`, day])).values()]
}

function daysOf(calendar: Library, year: number): readonly Holiday[] {
  const languages = [...new Set([...calendar.getLanguages(), 'en'])]
  return languages
    .flatMap((language) => calendar.getHolidays(year, language) || [])
    .filter(({ substitute }) => !substitute)
    .map(({ name, date, type }) => ({ name, date: date.slice(0, 10), rank: KINDS.indexOf(type) }))
    .toSorted((a, b) => a.rank - b.rank || (a.date < b.date ? -1 : Number(a.date > b.date)))
    .map(({ name, date }) => ({ name, date }))
}

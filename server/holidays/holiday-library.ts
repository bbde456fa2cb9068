import Library, { type HolidaysTypes } from 'date-holidays'
import { LRUCache } from 'lru-cache'
import type { Holiday } from '#core/time/clock.ts'
import { ownHolidays } from './own-holidays.ts'

/** Years of countries that are remembered. */
const KEPT = 200
/** Kinds of days, those that are rather meant first. */
const KINDS: readonly HolidaysTypes.HolidayType[] = ['public', 'bank', 'optional', 'school', 'observance']
/** Years whose holidays are looked for in parts of a country too. */
const FIRST_OF_PARTS = 1900
const LAST_OF_PARTS = 2100

const known = new LRUCache<string, readonly Holiday[]>({ max: KEPT })

/**
 * The holidays of a country in a year, none where nobody knows it: first by the names that saved time ranges call them
 * by, then those of the whole country, in its languages and in English, days off before other days, then those of its
 * parts, which are made when they are looked at. Dates as the calendar has them, not moved to a working day. `UK` is
 * `GB`.
 */
export function* holidaysOf(country: string, year: number): Iterable<Holiday> {
  const code = country.toUpperCase() === 'UK' ? 'GB' : country.toUpperCase()
  if (!/^[A-Z]{2}$/.test(code) || year < 1 || year > 9999) return
  yield* kept(`${code} ${year}`, () => [...ownHolidays(code, year), ...daysOf(new Library(code), year)])
  if (year < FIRST_OF_PARTS || year > LAST_OF_PARTS) return
  yield* kept(`parts of ${code} ${year}`, () => daysOfParts(code, year))
}

function kept(key: string, make: () => readonly Holiday[]): readonly Holiday[] {
  const found = known.get(key) ?? make()
  known.set(key, found)
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

import { expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { parseTimeRange } from '#core/time/parse-time-range.ts'
import { resolveTimeRange } from '#core/time/resolve-time-range.ts'
import { loadHolidays, createHolidayLookup } from './holidays.ts'
import { facetHolidays } from './facet-holidays.ts'

const dateOf = (country: string, year: number, name: string): string[] =>
  facetHolidays(country, year).flatMap((each) => (each.name === name ? [each.date] : []))

it.each([
  // Easter Sundays as published: 2000-04-23, 2016-03-27, 2024-03-31, 2038-04-25 (the latest day possible).
  ['US', 2000, 'Easter Sunday', '2000-04-23'],
  ['FR', 2016, 'Lundi de Pâques', '2016-03-28'],
  ['DE', 2024, 'Karfreitag', '2024-03-29'],
  ['DE', 2024, 'Christi Himmelfahrt', '2024-05-09'],
  ['GB', 2038, 'Easter Monday', '2038-04-26'],
  ['GB', 2024, 'Late Summer Bank Holiday', '2024-08-26'],
  ['US', 2024, 'Thanksgiving', '2024-11-28'],
  ['US', 2024, 'Memorial Day', '2024-05-27'],
  ['CA', 2024, 'Victoria Day', '2024-05-20'],
  ['SA', 2024, 'Eid al-Adha Holiday', '2024-06-16'],
])('the holiday in %s in %i, %s, falls on %s', (country, year, name, date) => {
  expect(dateOf(country, year, name)).toEqual([date])
})

it('finds a holiday of the lunar calendar twice in one year', () => {
  expect(dateOf('SA', 2000, 'Eid al-Fitr Holiday')).toEqual(['2000-01-08', '2000-12-27'])
})

it('returns no date before a holiday existed, and none for an unknown country', () => {
  expect(dateOf('US', 2020, 'Juneteenth National Independence Day')).toEqual([])
  expect(facetHolidays('XX', 2024)).toEqual([])
})

/** Returns the date of a holiday, or why there is none. */
function dayOf(name: string, country: string, year = 2021): string {
  const range = parseTimeRange(`HOLIDAY("${name}", DATETIME("${year}"), "${country}") : `)
  if (isTimeError(range)) return range.message
  const resolved = resolveTimeRange(range, { now: 0, holidays: createHolidayLookup() })
  return isTimeError(resolved) ? resolved.message : String(resolved.since).slice(0, 10)
}

// Actual dates: Easter Sunday 2021 was April 4.
it.each([
  ['Christmas Day', 'AU', '2021-12-25'],
  ['Australia Day', 'AU', '2021-01-26'],
  ['Republic Day', 'IN', '2021-01-26'],
  ['Dia de Tiradentes', 'BR', '2021-04-21'],
  ['Sexta-Feira Santa', 'BR', '2021-04-02'],
  ['Emperor', 'JP', '2021-02-23'],
  ['元日', 'JP', '2021-01-01'],
  ['Benito', 'MX', '2021-03-15'],
  ['Koningsdag', 'NL', '2021-04-27'],
  ['Bundesfeiertag', 'CH', '2021-08-01'],
  ['Boże Ciało', 'PL', 'Unable to find such a holiday: [Boże Ciało]'],
  ['Święto Trzech Króli', 'PL', '2021-01-06'],
  ['Midsommardagen', 'SE', '2021-06-26'],
  // Regional holidays.
  ['Family Day', 'CA', '2021-02-15'],
  ['Easter Monday', 'CA', '2021-04-05'],
  ['Jueves Santo', 'ES', '2021-04-01'],
  ['St Patrick', 'UK', '2021-03-17'],
  // Days off precede other days with similar names, and substitute days are excluded.
  ['christmas', 'US', '2021-12-25'],
  ['independence', 'us', '2021-07-04'],
  ['Nothing', 'US', 'Unable to find such a holiday: [Nothing]'],
  ['Christmas Day', 'XX', 'Unable to find such a holiday: [Christmas Day]'],
])('the holiday %s of %s falls on %s', async (name, country, day) => {
  await loadHolidays(`HOLIDAY("${name}")`)
  expect(dayOf(name, country)).toBe(day)
})

it.each([
  ["holiday('Christmas')", '2016-12-25'],
  ["holiday('Labor day', datetime('2018-01-01T00:00:00'))", '2018-09-03'],
  ["holiday('Eid al-Fitr', datetime('2000-01-01T00:00:00'), 'SA')", '2000-01-08'],
  ["holiday('Boxing day', datetime('2018-01-01T00:00:00'), 'UK')", '2018-12-26'],
  ["holiday('Juneteenth', datetime('2022-01-01T00:00:00'), 'US')", '2022-06-19'],
  ["holiday('Independence Day', datetime('2022-01-01T00:00:00'), 'US')", '2022-07-04'],
])('resolves %s to %s, as documented', async (expression, day) => {
  await loadHolidays(expression)
  const range = parseTimeRange(`${expression} : `)
  if (isTimeError(range)) throw new Error(range.message)
  const options = { now: '2016-11-07T09:30:10Z', holidays: createHolidayLookup() }
  expect(resolveTimeRange(range, options)).toEqual({ since: `${day}T00:00:00`, until: null })
})

it('question-holidays: looks up years up to the limit, and throws at one more', async () => {
  await loadHolidays('holiday')
  const { most } = bounds['question-holidays']
  const holidays = createHolidayLookup()
  for (let year = 2000; year < 2000 + most; year++) expect([...holidays('DE', year)]).not.toEqual([])
  expect([...holidays('DE', 2000)]).not.toEqual([])
  expect(() => holidays('DE', 2000 + most)).toThrow('11 years of holidays of a country exceed the limit of 10')
})

it.each(['constructor', '__proto__', 'toString'])('returns no holidays for a country named %s', (country) => {
  expect(facetHolidays(country, 2024)).toEqual([])
})

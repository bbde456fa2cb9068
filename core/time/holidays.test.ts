import { expect, it } from 'vitest'
import { publicHolidays } from './holidays.ts'
import { parseTimeRange } from './parse.ts'
import { resolve } from './resolve.ts'
import { isFault } from './fault.ts'

const dateOf = (country: string, year: number, name: string): string[] =>
  publicHolidays(country, year).flatMap((each) => (each.name === name ? [each.date] : []))

it.each([
  // Easter Sundays as published: 2000-04-23, 2016-03-27, 2024-03-31, 2038-04-25 (the latest day possible).
  ['US', 2000, 'Easter Sunday', '2000-04-23'],
  ['FR', 2016, 'Lundi de Pâques', '2016-03-28'],
  ['DE', 2024, 'Karfreitag', '2024-03-29'],
  ['DE', 2024, 'Christi Himmelfahrt', '2024-05-09'],
  ['UK', 2038, 'Easter Monday', '2038-04-26'],
  ['GB', 2024, 'Late Summer Bank Holiday', '2024-08-26'],
  ['US', 2024, 'Thanksgiving', '2024-11-28'],
  ['US', 2024, 'Memorial Day', '2024-05-27'],
  ['CA', 2024, 'Victoria Day', '2024-05-20'],
  ['SA', 2024, 'Eid al-Adha Holiday', '2024-06-16'],
])('in %s in %i, %s falls on %s', (country, year, name, date) => {
  expect(dateOf(country, year, name)).toEqual([date])
})

it('knows a feast of the lunar year that falls twice in one year', () => {
  expect(dateOf('SA', 2000, 'Eid al-Fitr Holiday')).toEqual(['2000-01-08', '2000-12-27'])
})

it('does not know a holiday before it was kept, nor those of an unknown country', () => {
  expect(dateOf('US', 2020, 'Juneteenth National Independence Day')).toEqual([])
  expect(publicHolidays('XX', 2024)).toEqual([])
})

it('HOLIDAY asks the table given in place of the built-in one, for the country of the clock', () => {
  const range = parseTimeRange("HOLIDAY('carni', DATETIME('2024')) : ")
  if (isFault(range)) throw new Error(range.message)
  const holidays = (country: string, year: number) =>
    country === 'BR' && year === 2024 ? [{ name: 'Carnival', date: '2024-02-13' }] : []
  const now = '2016-11-07T09:30:10Z'
  expect(resolve(range, { now, country: 'BR', holidays })).toEqual({ since: '2024-02-13T00:00:00', until: null })
  expect(resolve(range, { now, holidays })).toEqual({
    kind: 'fault',
    message: 'Unable to find such a holiday: [carni]',
    start: 0,
    end: 34,
  })
})

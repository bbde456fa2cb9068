import { expect, it } from 'vitest'
import { calendarErrors, calendarRecord, calendarSettings } from './calendar-settings.ts'
import { resolveQueryTime } from './query-time.ts'

it('takes each setting from the first source that has it', () => {
  const first = { time_zone: 'Asia/Tokyo', week_start: 8 }
  expect(calendarSettings(first, '{"time_zone": "UTC", "week_start": 7}', { fiscal_year_start: 4 })).toEqual({
    zone: 'Asia/Tokyo',
    weekStart: 7,
    fiscalYearStart: 4,
  })
  expect(calendarSettings(undefined, null, 'no JSON', '3', { time_zone: '', fiscal_year_start: 13 })).toEqual({})
})

it('keeps the stored names of settings, and reports invalid values', () => {
  expect(calendarRecord('{"time_zone": "Asia/Tokyo", "week_start": 0, "fiscal_year_start": 4, "other": 1}')).toEqual({
    time_zone: 'Asia/Tokyo',
    fiscal_year_start: 4,
  })
  const wrong = { time_zone: 'Mars/Olympus', week_start: 8, fiscal_year_start: '4' }
  expect(calendarErrors(JSON.stringify(wrong))).toEqual(['time_zone', 'week_start', 'fiscal_year_start'])
  expect(calendarErrors({ time_zone: 'Europe/Berlin', week_start: 7, fiscal_year_start: null })).toEqual([])
  expect(calendarErrors('no JSON')).toEqual([])
})

// Saturday 2024-06-15 23:30 UTC is Sunday 08:30 in Tokyo and Saturday 16:30 in Los Angeles.
it.each([
  [{ time_zone: 'Asia/Tokyo' }, 'Last day', '2024-06-15T00:00:00', '2024-06-16T00:00:00'],
  [{ time_zone: 'America/Los_Angeles' }, 'Last day', '2024-06-14T00:00:00', '2024-06-15T00:00:00'],
  [{ time_zone: 'America/Los_Angeles' }, 'today : now', '2024-06-15T00:00:00', '2024-06-15T16:30:00'],
  [{}, 'mtd', '2024-06-01T00:00:00', '2024-06-15T23:30:00'],
  [{}, 'qtd', '2024-04-01T00:00:00', '2024-06-15T23:30:00'],
  [{}, 'ytd', '2024-01-01T00:00:00', '2024-06-15T23:30:00'],
  // Years that begin in May: this one began on 1 May 2024, and so did its first quarter.
  [{ fiscal_year_start: 5 }, 'ytd', '2024-05-01T00:00:00', '2024-06-15T23:30:00'],
  [{ fiscal_year_start: 5 }, 'qtd', '2024-05-01T00:00:00', '2024-06-15T23:30:00'],
  [{ fiscal_year_start: 7 }, 'Current year', '2023-07-01T00:00:00', '2024-07-01T00:00:00'],
  [{ fiscal_year_start: 7 }, 'previous calendar year', '2022-07-01T00:00:00', '2023-07-01T00:00:00'],
  [{ week_start: 7 }, 'Current week', '2024-06-09T00:00:00', '2024-06-16T00:00:00'],
  [{}, 'Current week', '2024-06-10T00:00:00', '2024-06-17T00:00:00'],
])('%j counts %s from %s to %s', (setting, time_range, since, until) => {
  const clock = { now: '2024-06-15T23:30:00Z', relativeStart: 'today', relativeEnd: 'today' } as const
  expect(resolveQueryTime({ time_range }, { ...clock, ...calendarSettings(setting) })).toEqual({ since, until })
})

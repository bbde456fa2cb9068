import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { clockChanges, ZONES } from '#testing/zones.ts'
import { isInstantColumn, isZonedType } from './instant-columns.ts'
import { firstInstant, wallClock } from './instants.ts'
import { dayInZone, isTimeZone } from './zones.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const instant = (text: string) => Date.parse(text)

it.each(ZONES)('finds in %s the first instant of each day around a change of clocks', (zone) => {
  for (const change of clockChanges(zone)) {
    for (const days of [-1, 0, 1, 2]) {
      const day = change.add({ days })
      // Temporal begins a day at its first instant.
      const expected = day.toZonedDateTime(zone).epochMilliseconds
      expect([String(day), firstInstant(utc(`${String(day)}T00:00`), zone)]).toEqual([String(day), expected])
    }
  }
})

it.each(ZONES)('shows instants in %s as Temporal does', (zone) => {
  for (const change of clockChanges(zone)) {
    const start = change.toZonedDateTime(zone).subtract({ hours: 1 })
    for (let half = 0; half < 10; half++) {
      const at = start.add({ minutes: half * 30 })
      expect(wallClock(at.epochMilliseconds, zone)).toBe(at.toPlainDateTime().toZonedDateTime('UTC').epochMilliseconds)
    }
  }
})

it.each([
  // 02:30 is skipped: the clocks go from 02:00 to 03:00 at 01:00 UTC.
  ['2021-03-28T02:30', 'Europe/Berlin', '2021-03-28T01:00:00Z'],
  // 02:30 occurs at 00:30 and 01:30 UTC.
  ['2021-10-31T02:30', 'Europe/Berlin', '2021-10-31T00:30:00Z'],
  // Midnight is skipped.
  ['2021-03-28T00:00', 'Asia/Beirut', '2021-03-27T22:00:00Z'],
  // Midnight occurs twice.
  ['2021-11-07T00:00', 'America/Havana', '2021-11-07T04:00:00Z'],
  // Half an hour is skipped, from 02:00 to 02:30 at 15:30 UTC of the day before.
  ['2021-10-03T02:15', 'Australia/Lord_Howe', '2021-10-02T15:30:00Z'],
])('reads %s in %s as %s', (wall, zone, expected) => {
  expect(new Date(firstInstant(utc(wall), zone)).toISOString()).toBe(new Date(expected).toISOString())
})

it('keeps microseconds', () => {
  expect(firstInstant(utc('2021-07-01T00:00') + 0.5, 'Asia/Tokyo')).toBe(instant('2021-06-30T15:00:00Z') + 0.5)
  expect(wallClock(instant('2021-06-30T15:00:00Z') + 0.5, 'Asia/Tokyo')).toBe(utc('2021-07-01T00:00') + 0.5)
})

it.each([
  ['TIMESTAMP WITH TIME ZONE', null, true],
  ['timestamp(3) with time zone', null, true],
  ['TIMESTAMPTZ', null, true],
  ['datetimeoffset', null, true],
  ['BIGINT', 'epoch_s', true],
  ['BIGINT', 'epoch_ms', true],
  ['TIMESTAMP', null, false],
  ['TIMESTAMP WITHOUT TIME ZONE', null, false],
  ['DATE', null, false],
  ['VARCHAR', '%Y-%m-%d', false],
  ['TIME WITH TIME ZONE', null, false],
  ['TIMESTAMP WITH TIME ZONE[]', null, false],
  [null, null, false],
])('a column of %s with the format %s holds instants: %s', (type, python_date_format, expected) => {
  expect(isInstantColumn({ type, is_dttm: true, python_date_format })).toBe(expected)
})

it('reads numbers as instants only in a time column', () => {
  expect(isInstantColumn({ type: 'BIGINT', is_dttm: false, python_date_format: 'epoch_s' })).toBe(false)
  expect(isZonedType('TIMESTAMPTZ')).toBe(true)
})

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['+02:00', false],
  ['Nowhere/Land', false],
  [5, false],
])('%j is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})

it('returns the date in a time zone, and that of UTC without one', () => {
  const now = instant('2021-06-30T15:00:00Z')
  expect([dayInZone(now, 'Asia/Tokyo'), dayInZone(now, undefined), dayInZone(now, 'Nowhere')]).toEqual([
    '2021-07-01',
    '2021-06-30',
    '2021-06-30',
  ])
})

it('begins days of Temporal at their first instant, as is assumed here', () => {
  const day = Temporal.PlainDate.from('2021-03-28')
  expect(day.toZonedDateTime('Asia/Beirut').toPlainTime().toString()).toBe('01:00:00')
})

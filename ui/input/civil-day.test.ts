import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayAfterKey,
  dayNumber,
  dayOf,
  parseWallClock,
  printWallClock,
  weekday,
  weeksOf,
} from './civil-day.ts'

describe('days of the calendar', () => {
  it.each([
    ['1970-01-01', 0],
    ['2000-03-01', 11017],
    ['1969-12-31', -1],
    ['2001-02-29', undefined],
    ['2000-02-29', 11016],
    ['2001-13-01', undefined],
    ['0001-01-01', -719162],
    ['yesterday', undefined],
  ])('%s is day %s', (day, number) => {
    expect(dayNumber(day)).toBe(number)
  })

  it.each([
    ['2001-01-31', 1, '2001-02-28'],
    ['2000-01-31', 1, '2000-02-29'],
    ['2001-12-15', 1, '2002-01-15'],
    ['2001-01-15', -1, '2000-12-15'],
    ['2000-02-29', 12, '2001-02-28'],
  ])('the date %s and %i months is %s', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later)
  })

  it.each(['1969-12-31', '2000-02-29', '0001-01-01'])('%s is restored from its number', (day) => {
    expect(dayOf(dayNumber(day) ?? Number.NaN)).toBe(day)
  })

  it('contain the days of the week', () => {
    expect([weekday('2001-07-01'), weekday('1970-01-01'), weekday('1969-12-31')]).toEqual([0, 4, 3])
    expect(addDays('2001-02-28', 1)).toBe('2001-03-01')
  })

  it('shows complete weeks, from Monday or Sunday', () => {
    const fromMonday = weeksOf('2001-07', 1)
    expect(fromMonday.map((week) => week[0])).toEqual([
      '2001-06-25',
      '2001-07-02',
      '2001-07-09',
      '2001-07-16',
      '2001-07-23',
      '2001-07-30',
    ])
    expect(weeksOf('2001-07', 0).map((week) => week[0])).toEqual([
      '2001-07-01',
      '2001-07-08',
      '2001-07-15',
      '2001-07-22',
      '2001-07-29',
    ])
    expect(weeksOf('2010-02', 1)).toHaveLength(4)
  })

  it.each([
    ['ArrowLeft', false, '2001-06-30'],
    ['ArrowDown', false, '2001-07-08'],
    ['PageUp', false, '2001-06-01'],
    ['PageDown', true, '2002-07-01'],
    ['Home', false, '2001-06-25'],
    ['End', false, '2001-07-01'],
    ['a', false, undefined],
  ])('%s (shift %s) moves from Sunday, July 1 to %s', (key, isShifted, day) => {
    expect(dayAfterKey(key, isShifted, '2001-07-01', 1)).toBe(day)
  })
})

describe('parses typed timestamps', () => {
  it.each([
    ['2001-07-01', '2001-07-01T00:00:00'],
    ['2001-07-01 9:05', '2001-07-01T09:05:00'],
    ['2001-07-01T23:59:59', '2001-07-01T23:59:59'],
    ['2001-07-01 24:00', undefined],
    ['2001-02-30', undefined],
    ['tomorrow', undefined],
    ['2001-07-01 ', '2001-07-01T00:00:00'],
  ])('%j is %s', (text, instant) => {
    expect(parseWallClock(text)).toBe(instant)
  })

  it.each([
    ['2001-07-01T09:05:07', 'second', '2001-07-01 09:05:07'],
    ['2001-07-01T09:05:07', 'minute', '2001-07-01 09:05'],
    ['2001-07-01T09:05:07', 'day', '2001-07-01'],
    ['2001-07-01', 'second', '2001-07-01 00:00:00'],
  ] as const)('the text %s to the %s is %j', (value, granularity, text) => {
    expect(printWallClock(value, granularity)).toBe(text)
  })
})

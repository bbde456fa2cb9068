import { describe, expect, it } from 'vitest'
import { formatTime, timeFormatter } from './time.ts'
import { timeFormats } from './time-formats.ts'

const may = Date.UTC(2020, 4, 4, 13, 5, 9, 123)

describe('the adaptive format', () => {
  it.each([
    ['2020-01-01', '2020'],
    ['2020-05-01', 'May'],
    ['2020-05-03', 'May 03'],
    ['2020-05-04', 'Mon 04'],
    ['2020-05-04T13:00:00', '01 PM'],
    ['2020-05-04T13:05:00', '01:05'],
    ['2020-05-04T13:05:09', ':09s'],
    ['2020-05-04T13:05:09.123', '.123ms'],
  ])('%s is %s', (instant, text) => {
    expect(formatTime('smart_date', instant)).toBe(text)
    expect(formatTime(null, instant)).toBe(text)
  })

  it.each([
    ['PT1S', '2020-05-04 13:05:09'],
    ['PT5M', '2020-05-04 13:05'],
    ['PT0.5H', '2020-05-04 13:05'],
    ['PT1H', '2020-05-04 13:00'],
    ['P1D', '2020-05-04'],
    ['P1W/1970-01-03T00:00:00Z', '2020-05-04'],
    ['P1M', 'May 2020'],
    ['P0.25Y', '2020 Q2'],
    ['P1Y', '2020'],
    ['PT7X', '.123ms'],
  ])('the grain %s has the format %s', (grain, text) => {
    expect(formatTime('smart_date', may, grain)).toBe(text)
  })

  it.each([
    ['P1M', '2020-05-31', '2020-05-31'],
    ['P1M', '2020-05-01', 'May 2020'],
    ['P3M', '2020-04-01', '2020 Q2'],
    ['P3M', '2020-05-01', '2020-05-01'],
    ['P1Y', '2020-01-01', '2020'],
    ['P1Y', '2020-12-31', '2020-12-31'],
  ])('the grain %s formats the day %s as %s', (grain, day, text) => {
    expect(formatTime('smart_date', Date.parse(day), grain)).toBe(text)
  })

  it('writes the day too when it is verbose, and all of it when detailed', () => {
    expect(formatTime('smart_date_verbose', Date.UTC(2020, 4, 4, 13, 5))).toBe('Mon May 04, 01:05 PM')
    expect(formatTime('smart_date_verbose', Date.UTC(2020, 4, 4))).toBe('Mon May 4')
    expect(formatTime('smart_date_detailed', Date.UTC(2020, 4, 4, 13, 5))).toBe('2020-05-04 13:05')
    expect(formatTime('smart_date_detailed', may)).toBe('2020-05-04 13:05:09.123')
    expect(formatTime('smart_date_detailed', may + 0.456)).toBe('2020-05-04 13:05:09.123456')
    expect(formatTime('smart_date_detailed', -0.001)).toBe('1969-12-31 23:59:59.999999')
  })
})

it('K-QUERY-05: the time formats offered include the six of the product and write in UTC', () => {
  const texts = timeFormats.slice(1).map(({ id }) => [id, formatTime(id, may)])
  expect(texts).toEqual([
    ['%d/%m/%Y', '04/05/2020'],
    ['%m/%d/%Y', '05/04/2020'],
    ['%Y-%m-%d', '2020-05-04'],
    ['%Y-%m-%d %H:%M:%S', '2020-05-04 13:05:09'],
    ['%d-%m-%Y %H:%M:%S', '04-05-2020 13:05:09'],
    ['%H:%M:%S', '13:05:09'],
  ])
})

it('returns other values as text', () => {
  expect([null, 'soon', true].map((value) => formatTime('%Y', value))).toEqual(['null', 'soon', 'true'])
  expect(formatTime('%Y', Number.NaN)).toBe('NaN')
})

it('writes ISO text for the database format and gives the same function for the same pattern', () => {
  expect(formatTime('database_format', may)).toBe('2020-05-04 13:05:09')
  expect(timeFormatter('%Y')).toBe(timeFormatter('%Y', 'P1D'))
})

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'writes the format %s, which has no directive',
  (name) => {
    expect(formatTime(name, may)).toBe(name)
  },
)

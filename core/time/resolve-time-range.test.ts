import { describe, expect, it } from 'vitest'
import type { ClockOptions } from './clock.ts'
import { isTimeError, type TimeError } from './time-error.ts'
import { parseTimeRange } from './parse-time-range.ts'
import { type TimeRangeText, resolveTimeRange } from './resolve-time-range.ts'

const monday: ClockOptions = { now: '2016-11-07T09:30:10Z' }

function bounds(text: string, options: Partial<ClockOptions> = {}): TimeRangeText | TimeError {
  const range = parseTimeRange(text)
  return isTimeError(range) ? range : resolveTimeRange(range, { ...monday, ...options })
}

/** Returns the bounds in short form: midnight as a date alone. */
function ends(text: string, options: Partial<ClockOptions> = {}): string {
  const found = bounds(text, options)
  if (isTimeError(found)) return found.message
  return `${found.since} ${found.until}`.replaceAll('T00:00:00', '')
}

describe('dates in digits and month names', () => {
  it.each([
    ['2018', '2018-01-01'],
    ['2018-9', '2018-09-01'],
    ['2018-09-05', '2018-09-05'],
    ['20180105', '2018-01-05'],
    ['201804', '2018-04-01'],
    ['20200506T101112', '2020-05-06T10:11:12'],
    ['20200506t1011', '2020-05-06T10:11:00'],
    ['20200506101112', '2020-05-06T10:11:12'],
    ['20200506T101112.5+0200', '2020-05-06T08:11:12'],
    ['03/04/2015', '2015-03-04'],
    ['13/04/2015', '2015-04-13'],
    ['03/04/15', '2015-03-04'],
    ['03/04/72', '1972-03-04'],
    ['4/5', '2016-04-05'],
    ['9/2018', '2018-09-01'],
    ['2015/04/03', '2015-04-03'],
    ['Apr 2015', '2015-04-01'],
    ['April 5, 2015', '2015-04-05'],
    ['5th of April 2015', '2015-04-05'],
    ['Sun, 5 Apr 2015 10:30', '2015-04-05T10:30:00'],
    ['may', '2016-05-01'],
    ['5', '2016-01-05'],
    ['monday', '2016-01-04'],
    ['10:30', '2016-01-01T10:30:00'],
    ['2015-04-03 5 pm', '2015-04-03T17:00:00'],
    ['12:15 am', '2016-01-01T00:15:00'],
    ['2015-04-03T10:30:15.999', '2015-04-03T10:30:15'],
    ['2015-04-03 10:30 utc, ', '2015-04-03T10:30:00'],
    ['2015-04-03T10:30:00Z', '2015-04-03T10:30:00'],
    ['2015-04-03T10:30:00+02:00', '2015-04-03T08:30:00'],
    ['3 April 2015 10:30 +0200', '2015-04-03T08:30:00'],
  ])('%s is %s', (text, instant) => {
    expect(ends(`${text} : `)).toBe(`${instant} null`)
  })

  it.each([
    // One side is unambiguous: the other is read in the same order.
    ['31.12.2021 : 01.02.2022', '2021-12-31 2022-02-01'],
    ['01.02.2022 : 31.12.2022', '2022-02-01 2022-12-31'],
    ['01/02/2022 : 12/31/2022', '2022-01-02 2022-12-31'],
    ['05/06/21 10:30 : 25/06/21', '2021-06-05T10:30:00 2021-06-25'],
    ['3/4 : 28/4', '2016-04-03 2016-04-28'],
    ['DATETRUNC(DATETIME("31.12.2021"), YEAR) : DATETIME("01.02.2022")', '2021-01-01 2022-02-01'],
    // Both are ambiguous: month first.
    ['01.02.2022 : 03.04.2022', '2022-01-02 2022-03-04'],
    // Both are unambiguous and keep their order.
    ['31.12.2021 : 02/13/2022', '2021-12-31 2022-02-13'],
    // Dates with the year first or the month in words do not decide the order of others.
    ['2021-12-31 : 01.02.2022', '2021-12-31 2022-01-02'],
    ['31 Dec 2021 : 01.02.2022', '2021-12-31 2022-01-02'],
    ['2021 : 01.02.2022', '2021-01-01 2022-01-02'],
    ['31.12.2021 : 9/2022', '2021-12-31 2022-09-01'],
  ])('one order holds for both sides: %s', (text, both) => {
    expect(ends(text)).toBe(both)
  })

  it.each(['2021-02-30', '2021-13-01', '31/31/2020', '25:00', 'Smarch 2020', '1 2 3 4', '2020-01-01T10:61:00'])(
    '%s does not exist',
    (text) => {
      expect(ends(`${text} : `)).toBe(`Cannot parse time string [${text}]`)
    },
  )

  it('moves a text with an offset to the zone of the clock', () => {
    expect(ends('2021-07-01T00:00:00Z : ', { zone: 'Europe/Paris' })).toBe('2021-07-01T02:00:00 null')
  })
})

describe('dates in English', () => {
  it.each([
    ['100 years ago', '1916-11-07'],
    ['2 days ago', '2016-11-05'],
    ['one year ago', '2015-11-07'],
    ['a week ago', '2016-10-31'],
    ['3 hours ago', '2016-11-07T06:30:10'],
    ['20 min ago', '2016-11-07T09:10:10'],
    ['1 year and 2 months ago', '2015-09-07'],
    ['2 quarters before now', '2016-05-07'],
    ['3 days later', '2016-11-10'],
    ['2 weeks from now', '2016-11-21'],
    ['in two weeks', '2016-11-21'],
    ['in 1 day 2 hours', '2016-11-08T11:30:10'],
    ['-2 days', '2016-11-05'],
    ['+3 months', '2017-02-07'],
    ['yesterday at 10:30', '2016-11-06T10:30:00'],
    ['tomorrow 5pm', '2016-11-08T17:00:00'],
    ['Noon', '2016-11-07T12:00:00'],
    ['midnight', '2016-11-07'],
    ['last friday', '2016-11-04'],
    ['this friday', '2016-11-11'],
    ['next friday', '2016-11-18'],
    ['previous month', '2016-10-07'],
    ['3 days before 2018-01-01', '2017-12-29'],
    ['2 hours after 2018-01-01', '2018-01-01T02:00:00'],
    ['end of the month', '2016-11-30'],
    ['start of previous year', '2015-01-01'],
  ])('%s is %s', (text, instant) => {
    expect(ends(`DATETIME("${text}") : `)).toBe(`${instant} null`)
  })

  it('holds within a range', () => {
    expect(ends('100 years ago : now')).toBe('1916-11-07 2016-11-07T09:30:10')
    expect(ends('2 days ago : tomorrow')).toBe('2016-11-05 2016-11-08')
  })

  it('passes unknown text to the given parser, and reports its position if that fails as well', () => {
    const freeText = (text: string, now: string): string | undefined =>
      text === 'the day the music died' && now === '2016-11-07T09:30:10' ? '1959-02-03' : undefined
    expect(ends('the day the music died : 1960', { freeText })).toBe('1959-02-03 1960-01-01')
    expect(bounds('now : the day  the music died', { freeText })).toEqual({
      kind: 'fault',
      message: 'Cannot parse time string [the day  the music died]',
      start: 6,
      end: 29,
    })
  })
})

describe('range ends and complete ranges', () => {
  it.each([
    ['last 3 weeks : next 2 days', '2016-10-17 2016-11-09'],
    ['prior quarter : this day', '2016-08-07 2016-11-07'],
    ['start of last month : end of last month', '2016-10-01 2016-10-31'],
    ['beginning of this week : end of this week', '2016-11-07 2016-11-13'],
    ['first of this year : start of next quarter', '2016-01-01 2017-01-01'],
    ['start of last 2 years : now', '2014-01-01 2016-11-07T09:30:10'],
    ['start  of  last  2  years : now', '2014-01-01 2016-11-07T09:30:10'],
    ['first week of this year', '2016-01-01 2016-01-08'],
    ['first month of last quarter', '2016-07-01 2016-08-01'],
    ['Current day', '2016-11-07 2016-11-08'],
    ['Current month', '2016-11-01 2016-12-01'],
    ['Current year', '2016-01-01 2017-01-01'],
    ['Next 2 weeks', '2016-11-07 2016-11-21'],
    ['wtd', '2016-11-07 2016-11-07T09:30:10'],
    ['mtd', '2016-11-01 2016-11-07T09:30:10'],
    ['qtd', '2016-10-01 2016-11-07T09:30:10'],
    ['ytd', '2016-01-01 2016-11-07T09:30:10'],
    [
      'DATEADD(DATETIME("2016-01-31"), DATEDIFF(DATETIME("2016-01-01"), DATETIME("2016-01-11")), day) : ',
      '2016-02-10 null',
    ],
    [
      'DATEADD(DATETIME("2016-02-29"), DATEDIFF(DATETIME("2015-12-31"), DATETIME("2016-01-01"), year), year) : ',
      '2017-02-28 null',
    ],
    ['LASTDAY(DATETIME("2016-05-05"), quarter) : LASTDAY(DATETIME("2016-08-05 10:00"), day)', '2016-06-30 2016-08-05'],
    ['now : now', '2016-11-07T09:30:10 2016-11-07T09:30:10'],
  ])('%s', (text, expected) => {
    expect(ends(text)).toBe(expected)
  })

  it('count hours and less from now when no anchor is given, and from the anchors when they are', () => {
    expect(ends('Last 2 hours')).toBe('2016-11-07T07:30:10 2016-11-07T09:30:10')
    expect(ends('Next 30 minutes')).toBe('2016-11-07T09:30:10 2016-11-07T10:00:10')
    expect(ends('Last 2 hours', { relativeEnd: 'today' })).toBe('2016-11-06T22:00:00 2016-11-07')
  })

  it('start weeks, quarters and years according to the calendar of the clock', () => {
    const sunday = { weekStart: 7 }
    expect(ends('previous calendar week', sunday)).toBe('2016-10-30 2016-11-06')
    expect(ends('DATETRUNC(DATETIME("now"), week) : LASTDAY(DATETIME("now"), week)', sunday)).toBe(
      '2016-11-06 2016-11-12',
    )
    const april = { fiscalYearStart: 4 }
    expect(ends('previous calendar year', april)).toBe('2015-04-01 2016-04-01')
    expect(ends('ytd', april)).toBe('2016-04-01 2016-11-07T09:30:10')
    expect(ends('Current quarter', { fiscalYearStart: 2 })).toBe('2016-11-01 2017-02-01')
  })

  it('reject a start after the end with a reason, and dates out of range', () => {
    expect(bounds('  tomorrow : yesterday')).toMatchObject({ start: 2, end: 22 })
    expect(ends('Last 999999999 years')).toBe('This reaches dates that cannot be counted')
    expect(ends('900000000 years ago : now')).toBe('This reaches dates that cannot be counted')
  })
})

describe('zones and summer time', () => {
  const paris = { zone: 'Europe/Paris' }

  it('take today and now from the wall clock of the zone', () => {
    const now = '2016-11-07T23:30:00Z'
    expect(ends('Last day', { now, zone: 'UTC' })).toBe('2016-11-06 2016-11-07')
    expect(ends('Last day', { now, zone: 'Asia/Tokyo' })).toBe('2016-11-07 2016-11-08')
    expect(ends('today : now', { now: Date.parse(now), zone: 'America/New_York' })).toBe(
      '2016-11-07 2016-11-07T18:30:00',
    )
  })

  it('count elapsed hours across the start of daylight saving time', () => {
    // At 01:00 UTC on 2021-03-28 the clocks in Paris go from 02:00 to 03:00; 03:30 is an hour after 01:30.
    expect(ends('Last 1 hour', { ...paris, now: '2021-03-28T01:30:00Z' })).toBe(
      '2021-03-28T01:30:00 2021-03-28T03:30:00',
    )
    expect(ends('Last day', { ...paris, now: '2021-03-28T10:00:00Z', relativeStart: 'now', relativeEnd: 'now' })).toBe(
      '2021-03-27T12:00:00 2021-03-28T12:00:00',
    )
    expect(ends('Last 24 hours', { ...paris, now: '2021-03-28T10:00:00Z' })).toBe(
      '2021-03-27T11:00:00 2021-03-28T12:00:00',
    )
  })

  it('returns no end before the start across the end of daylight saving time', () => {
    // At 01:00 UTC on 2021-10-31 the clocks in Paris go from 03:00 to 02:00; 01:10 UTC is 02:10 for the second time.
    expect(ends('Last 30 minutes', { ...paris, now: '2021-10-31T01:10:00Z' })).toBe(
      '2021-10-31T01:40:00 2021-10-31T02:10:00',
    )
    expect(ends('Next 30 minutes', { ...paris, now: '2021-10-31T00:40:00Z' })).toBe(
      '2021-10-31T02:40:00 2021-10-31T03:10:00',
    )
    expect(ends('DATEADD(DATETIME("now"), 1, hour) : ', { ...paris, now: '2021-10-31T01:10:00Z' })).toBe(
      '2021-10-31T03:10:00 null',
    )
  })

  it('keep a written time that the clocks skip', () => {
    expect(ends('2021-03-28T02:30:00 : 2021-03-28T03:00:00', paris)).toBe('2021-03-28T02:30:00 2021-03-28T03:00:00')
  })
})

it('a time zone that does not exist is an error', () => {
  expect(ends('Last day', { zone: 'Europe/Atlantis' })).toBe('There is no time zone Europe/Atlantis')
})

describe('the last of a weekday is the latest before today', () => {
  // 2026-11-22 is a Sunday, 2026-11-25 a Wednesday.
  it.each([
    ['2026-11-22', 'monday', '2026-11-16'],
    ['2026-11-22', 'tuesday', '2026-11-17'],
    ['2026-11-22', 'friday', '2026-11-20'],
    ['2026-11-22', 'saturday', '2026-11-21'],
    ['2026-11-22', 'sunday', '2026-11-15'],
    ['2026-11-25', 'monday', '2026-11-23'],
    ['2026-11-25', 'wednesday', '2026-11-18'],
    ['2026-11-25', 'friday', '2026-11-20'],
  ])('the date on %s of %s is %s', (today, weekday, day) => {
    expect(ends(`last ${weekday} : 2100-01-01`, { now: `${today}T09:30:00Z` })).toBe(`${day} 2100-01-01`)
  })

  it('next and this stay within their weeks', () => {
    const sunday = { now: '2026-11-22T09:30:00Z' }
    expect(ends('next friday : 2100-01-01', sunday)).toBe('2026-11-27 2100-01-01')
    expect(ends('this friday : 2100-01-01', sunday)).toBe('2026-11-20 2100-01-01')
  })
})

it('the first and the last year of four digits are counted', () => {
  expect(ends('0001-01-01 : 9999-12-31')).toBe('0001-01-01 9999-12-31')
})

it.each(['Last 3000 years', 'Next 9000 years', ' : DATEADD(DATETIME("9999-12-31"), 1, day)'])(
  'a range beyond years of four digits is an error: %s',
  (range) => {
    expect(ends(range)).toBe('This reaches dates that cannot be counted')
  },
)

import { describe, expect, it } from 'vitest'
import { calendarRecord } from './calendar-settings.ts'
import type { ClockOptions } from './clock.ts'
import { defaultCustomRange, endModes, printCustomRange, readCustomRange } from './custom-range.ts'
import { readWeekday } from './date-text.ts'
import { isTimeError } from './time-error.ts'
import { timeGrains } from './grains.ts'
import { parseTimeRange } from './parse-time-range.ts'
import { resolveQueryTime } from './query-time.ts'
import { resolveTimeRange } from './resolve-time-range.ts'
import { nearestWord } from '#core/text/similar-names.ts'

/** A Monday. */
const clock: ClockOptions = { now: '2016-11-07T09:30:10Z' }

/** Returns the start of a range that begins with the text, midnight as a date alone; undefined if it is invalid. */
function startOf(text: string, options: Partial<ClockOptions> = {}): string | undefined {
  const range = parseTimeRange(`${text} : `)
  const found = isTimeError(range) ? range : resolveTimeRange(range, { ...clock, ...options })
  return isTimeError(found) ? undefined : found.since?.replace('T00:00:00', '')
}

describe('months and weekdays by name', () => {
  it.each([
    ['january', 'jan', '01'],
    ['february', 'feb', '02'],
    ['march', 'mar', '03'],
    ['april', 'apr', '04'],
    ['may', 'may', '05'],
    ['june', 'jun', '06'],
    ['july', 'jul', '07'],
    ['august', 'aug', '08'],
    ['september', 'sep', '09'],
    ['october', 'oct', '10'],
    ['november', 'nov', '11'],
    ['december', 'dec', '12'],
  ])('the names %s and %s are month %s', (long, short, month) => {
    expect(startOf(`${long} 2015`)).toBe(`2015-${month}-01`)
    expect(startOf(`5 ${short.toUpperCase()} 2015`)).toBe(`2015-${month}-05`)
  })

  it('September has a third name, no other month has', () => {
    expect(startOf('sept 2015')).toBe('2015-09-01')
    expect(startOf('octo 2015')).toBeUndefined()
  })

  it.each([
    ['monday', 1],
    ['tuesday', 2],
    ['wednesday', 3],
    ['thursday', 4],
    ['friday', 5],
    ['saturday', 6],
    ['sunday', 7],
  ])('%s is day %s, also by three to five letters', (name, day) => {
    expect([3, 4, 5, name.length].map((length) => readWeekday(name.slice(0, length).toUpperCase()))).toEqual([
      day,
      day,
      day,
      day,
    ])
    expect(readWeekday(name.slice(0, 2))).toBeUndefined()
    expect(readWeekday(`${name}s`)).toBeUndefined()
  })

  it('rejects the first six letters of a longer name', () => {
    expect(readWeekday('thursd')).toBeUndefined()
  })

  // The first such day in 2016, which began on a Friday.
  it.each([
    ['friday', '2016-01-01'],
    ['thu', '2016-01-07'],
    ['mon 10:30', '2016-01-04T10:30:00'],
  ])('%s alone is %s', (text, instant) => {
    expect(startOf(text)).toBe(instant)
  })
})

describe('dates in digits', () => {
  it.each([
    ['2015 4 3', '2015-04-03'],
    ['99/4/3', '1999-04-03'],
    ['2015-4', '2015-04-01'],
    ['4-2015', '2015-04-01'],
    ['12/13/2015', '2015-12-13'],
    ['13/12/2015', '2015-12-13'],
    ['12/11/2015', '2015-12-11'],
    ['2015 apr 5', '2015-04-05'],
    ['apr 5 2015', '2015-04-05'],
    ['5 apr', '2016-04-05'],
    ['apr', '2016-04-01'],
    ['the 1st of april and 2015', '2015-04-01'],
    ['2nd april, 2015', '2015-04-02'],
    ['on the 3rd of april 2015', '2015-04-03'],
    ['april 11th 2015', '2015-04-11'],
    ['20150403', '2015-04-03'],
    ['201504', '2015-04-01'],
    ['31', '2016-01-31'],
    // Two digits above 31 are a year within half a century of the current one.
    ['32', '2032-01-01'],
    ['65', '2065-01-01'],
    ['66', '1966-01-01'],
    ['apr 5 65', '2065-04-05'],
  ])('%s is %s', (text, instant) => {
    expect(startOf(text)).toBe(instant)
  })

  it('two digits may lie in the next century', () => {
    const late = { now: '2090-06-01T00:00:00Z' }
    expect(startOf('03/04/39', late)).toBe('2139-03-04')
    expect(startOf('03/04/40', late)).toBe('2040-03-04')
  })

  it.each([
    '123',
    '2015040',
    '123456789',
    'apr may 2015',
    'mon tue',
    'apr 5 2015 3',
    '1 2 3 4',
    '2015_04_03',
    '2015#04#03',
    'apr (2015)',
    '32 april 2015',
    '2015-04-31',
    '2015-04-31T10:00:00Z',
    '2015-04-03 10:30 x',
    'x 2015',
  ])('%s is no date', (text) => {
    expect(startOf(text)).toBeUndefined()
  })

  it.each([
    ['2015-04-03T10', '2015-04-03T10:00:00'],
    ['2015-04-03t1030', '2015-04-03T10:30:00'],
    ['2015-04-03T10:30:15,5', '2015-04-03T10:30:15'],
    ['2015-04-03T23:30:00-0330', '2015-04-04T03:00:00'],
    ['2015-04-03T10:30+02', '2015-04-03T08:30:00'],
    ['+002015-04-03', '2015-04-03'],
  ])('the ISO 8601 date %s is %s', (text, instant) => {
    expect(startOf(text)).toBe(instant)
  })
})

describe('times of day', () => {
  it.each([
    ['12 am', '00:00:00'],
    ['12 pm', '12:00:00'],
    ['1 pm', '13:00:00'],
    ['11:59:59 pm', '23:59:59'],
    ['12:00:01 am', '00:00:01'],
    ['0:00:59', '00:00:59'],
    ['at 10:30', '10:30:00'],
    ['23:59', '23:59:00'],
    ['10:30:15.75', '10:30:15'],
    ['10:30 utc', '10:30:00'],
    ['10:30 gmt', '10:30:00'],
    ['10:30 z', '10:30:00'],
    ['10:30 +0530', '05:00:00'],
    ['10:30 -05:30', '16:00:00'],
  ])('%s', (time, clockTime) => {
    expect(startOf(`3 april 2015 ${time}`)).toBe(clockTime === '00:00:00' ? '2015-04-03' : `2015-04-03T${clockTime}`)
  })

  it.each(['13 pm', '13:00 am', '24:00', '10:60', '10:30:60'])('the time %s is invalid', (time) => {
    expect(startOf(`3 april 2015 ${time}`)).toBeUndefined()
  })
})

describe('dates in English', () => {
  it.each([
    ['an hour ago', '2016-11-07T08:30:10'],
    ['zero days ago', '2016-11-07'],
    ['three days ago', '2016-11-04'],
    ['four days ago', '2016-11-03'],
    ['five days ago', '2016-11-02'],
    ['six days ago', '2016-11-01'],
    ['seven days ago', '2016-10-31'],
    ['eight days ago', '2016-10-30'],
    ['nine days ago', '2016-10-29'],
    ['ten days ago', '2016-10-28'],
    ['eleven days ago', '2016-10-27'],
    ['twelve days ago', '2016-10-26'],
    ['30 sec ago', '2016-11-07T09:29:40'],
    ['2 hrs ago', '2016-11-07T07:30:10'],
    ['5 mins from now', '2016-11-07T09:35:10'],
    ['1 day, 1 hour ago', '2016-11-06T08:30:10'],
    ['2 days hence', '2016-11-09'],
    ['2 days after', '2016-11-09'],
    ['2 days from today', '2016-11-09'],
    ['2 days earlier', '2016-11-05'],
    ['2 days back', '2016-11-05'],
    ['2 days before', '2016-11-05'],
    ['in 2 hours', '2016-11-07T11:30:10'],
    ['right now', '2016-11-07T09:30:10'],
    ['tomorrow', '2016-11-08'],
    ['yesterday 10:30 pm', '2016-11-06T22:30:00'],
    ['last sunday', '2016-11-06'],
    ['this wed', '2016-11-09'],
    ['previous tuesday', '2016-11-01'],
    ['end of last month', '2016-10-31'],
    ['start of the week', '2016-11-07'],
    ['beginning of next quarter', '2017-01-01'],
    ['end of year', '2016-12-31'],
    ['end of the previous week', '2016-11-06'],
    ['2 weeks after yesterday', '2016-11-20'],
    ['1 hour from noon', '2016-11-07T13:00:00'],
    ['2 hours before tomorrow', '2016-11-07T22:00:00'],
  ])('%s is %s', (text, instant) => {
    expect(startOf(`DATETIME("${text}")`)).toBe(instant)
  })

  it.each(['2 days before whenever', 'next someday', 'end of the hour', 'two weeks', 'ago'])('rejects %s', (text) => {
    expect(startOf(`DATETIME("${text}")`)).toBeUndefined()
  })
})

it('a date followed by parentheses is no function call', () => {
  const range = parseTimeRange('5 monday (x) : ')
  expect(isTimeError(range) ? range : resolveTimeRange(range, clock)).toMatchObject({
    message: 'Cannot parse time string [5 monday (x)]',
  })
})

it('nearestWord returns the most similar word, or undefined', () => {
  const words = ['DATETIME', 'DATEADD', 'LASTDAY']
  expect(nearestWord('datead', words)).toBe('DATEADD')
  expect(nearestWord('LASDAY', words)).toBe('LASTDAY')
  expect(nearestWord('xyz', words)).toBeUndefined()
  expect(nearestWord('wxyz', ['ab'])).toBeUndefined()
})

it('grains have these labels, in this order', () => {
  expect(timeGrains.map(({ code, label }) => [code, label])).toEqual([
    [null, 'Original value'],
    ['PT1S', 'Second'],
    ['PT5S', '5 second'],
    ['PT30S', '30 second'],
    ['PT1M', 'Minute'],
    ['PT5M', '5 minute'],
    ['PT10M', '10 minute'],
    ['PT15M', '15 minute'],
    ['PT30M', '30 minute'],
    ['PT1H', 'Hour'],
    ['PT6H', '6 hour'],
    ['P1D', 'Day'],
    ['P1W', 'Week'],
    ['P1M', 'Month'],
    ['P3M', 'Quarter'],
    ['P1Y', 'Year'],
    ['1969-12-28T00:00:00Z/P1W', 'Week starting Sunday'],
    ['1969-12-29T00:00:00Z/P1W', 'Week starting Monday'],
    ['P1W/1970-01-03T00:00:00Z', 'Week ending Saturday'],
    ['P1W/1970-01-04T00:00:00Z', 'Week ending Sunday'],
  ])
})

it('calendarRecord omits missing settings', () => {
  expect(calendarRecord({ week_start: 2 })).toStrictEqual({ week_start: 2 })
  expect(calendarRecord(null)).toStrictEqual({})
})

describe('the fields of a custom range', () => {
  it('an end has four modes', () => {
    expect(endModes.map(({ value, label }) => [value, label])).toEqual([
      ['specific', 'Specific Date/Time'],
      ['relative', 'Relative Date/Time'],
      ['now', 'Now'],
      ['today', 'Midnight'],
    ])
  })

  it('the anchor now counts more than a datetime left behind', () => {
    const both = { ...defaultCustomRange('2016-11-07'), untilMode: 'relative' } as const
    expect(printCustomRange({ ...both, anchorMode: 'now', anchorValue: '2001-01-01T00:00:00' })).toBe(
      'DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("now"), 7, day)',
    )
  })

  it('computes missing fields from the fixed end', () => {
    const end = '2021-07-08T12:30:00'
    expect(readCustomRange(`DATEADD(DATETIME("${end}"), -2, week) : ${end}`)).toMatchObject({
      sinceDatetime: '2021-07-01T00:00:00',
      untilDatetime: end,
    })
    expect(readCustomRange(`${end} : now`)).toMatchObject({
      sinceDatetime: end,
      untilDatetime: '2021-07-08T00:00:00',
    })
    expect(readCustomRange('today : now')).toMatchObject({
      sinceDatetime: '1969-12-25T00:00:00',
      untilDatetime: '1970-01-01T00:00:00',
    })
    expect(readCustomRange('today : now', '2020-01-08')).toMatchObject({ sinceDatetime: '2020-01-01T00:00:00' })
  })
})

describe('the time of a query', () => {
  const of = (time: Parameters<typeof resolveQueryTime>[0], options: Partial<ClockOptions> = {}) => {
    const found = resolveQueryTime(time, { ...clock, ...options })
    return isTimeError(found) ? found.message : `${found.since} ${found.until}`.replaceAll('T00:00:00', '')
  }

  it.each([
    [{}, 'null 2016-11-07'],
    [{ since: '2015-01-01' }, '2015-01-01 2016-11-07'],
    [{ since: '31.12.2014', until: '01.02.2015' }, '2014-12-31 2015-02-01'],
    [{ since: '7 days', until: '2016-11-05' }, '2016-10-31 2016-11-05'],
    [{ since: ' 1 year ' }, '2015-11-07 2016-11-07'],
    [{ since: '2 minutes' }, 'Time string is ambiguous. Please specify [2 minutes ago] or [2 minutes later].'],
    [{ since: 'sometime' }, 'Cannot parse time string [sometime]'],
    [{ until: 'sometime' }, 'Cannot parse time string [sometime]'],
    [{ time_range: '2015 : 2016', since: '1999', until: '2000' }, '2015-01-01 2016-01-01'],
    [{ time_range: 'LASTDAY( : ' }, 'A function is expected here'],
    [{ time_range: '2015 : 2016', time_shift: '1 year' }, '2014-01-01 2015-01-01'],
    [{ time_range: '2015 : 2016', time_shift: '1 year later' }, '2016-01-01 2017-01-01'],
    [{ time_range: '2015 : 2016', time_shift: '1999 : 2000' }, '1999-01-01 2000-01-01'],
    [{ time_range: '2015 : 2016', time_shift: 'LASTDAY( : ' }, 'A function is expected here'],
    [{ time_range: '2015 : 2016', time_shift: 'whenever' }, 'Unable to read the time shift [whenever]'],
    [{ time_range: '2015 : ', time_shift: '1 month' }, '2014-12-01 null'],
  ])('%j is %s', (time, bounds) => {
    expect(of(time)).toBe(bounds)
  })

  it('the time range ends at the anchor when there is no end', () => {
    expect(of({}, { relativeEnd: 'now' })).toBe('null 2016-11-07T09:30:10')
    expect(of({ since: '2017-01-01' })).toBe('From date cannot be larger than to date')
    expect(of({}, { zone: 'Mars/Olympus' })).toBe('There is no time zone Mars/Olympus')
  })
})

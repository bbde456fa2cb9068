import { describe, expect, it } from 'vitest'
import { addUnits, printLocalDateTime } from './calendar.ts'
import { type ClockOptions, clockOf } from './clock.ts'
import { isTimeError } from './time-error.ts'
import { parseTimeRange } from './parse-time-range.ts'
import { type QueryTime, resolveQueryTime } from './query-time.ts'
import { resolveTimeRange } from './resolve-time-range.ts'
import { parseDelta, parseShift } from './shift.ts'

/** A Monday. */
const clock: ClockOptions = { now: '2016-11-07T09:30:10Z' }

const full = (text: string | null): string | null =>
  text === null ? null : text.length === 10 ? `${text}T00:00:00` : text.length === 16 ? `${text}:00` : text

type Row = readonly [
  n: number,
  time: QueryTime | string,
  since: string | null,
  until: string | null,
  more?: Partial<ClockOptions>,
]

const A: readonly Row[] = [
  [1, {}, null, '2016-11-07'],
  [2, ' : now', null, '2016-11-07T09:30:10'],
  [3, 'yesterday : tomorrow', '2016-11-06', '2016-11-08'],
  [4, '2018-01-01T00:00:00 : 2018-12-31T23:59:59', '2018-01-01', '2018-12-31T23:59:59'],
  [5, 'Last year', '2015-11-07', '2016-11-07'],
  [6, 'Last quarter', '2016-08-07', '2016-11-07'],
  [7, 'Last 5 months', '2016-06-07', '2016-11-07'],
  [8, 'Last 1 month', '2016-10-07', '2016-11-07'],
  [9, 'Next 5 months', '2016-11-07', '2017-04-07'],
  [10, 'Next 1 month', '2016-11-07', '2016-12-07'],
  [11, { since: '5 days' }, '2016-11-02', '2016-11-07'],
  [12, { since: '5 days ago', until: 'tomorrow' }, '2016-11-02', '2016-11-08'],
  [13, { time_range: 'yesterday : tomorrow', time_shift: '1 day' }, '2016-11-05', '2016-11-07'],
  [14, 'Last week', '2016-10-31', '2016-11-07T09:30:10', { relativeEnd: 'now' }],
  [15, 'Last week', '2016-10-31T09:30:10', '2016-11-07', { relativeStart: 'now' }],
  [16, 'Last week', '2016-10-31T09:30:10', '2016-11-07T09:30:10', { relativeStart: 'now', relativeEnd: 'now' }],
  [17, 'previous calendar week', '2016-10-31', '2016-11-07'],
  [18, 'previous calendar month', '2016-10-01', '2016-11-01'],
  [19, 'previous calendar year', '2015-01-01', '2016-01-01'],
  [20, { time_range: '2000-01-01T00:00:00 : 2018-01-01T00:00:00', time_shift: '1 year' }, '1999-01-01', '2017-01-01'],
  [21, { time_range: '2000-01-01T00:00:00 : 2018-01-01T00:00:00', time_shift: '1 month' }, '1999-12-01', '2017-12-01'],
  [22, { time_range: '2000-01-01T00:00:00 : 2018-01-01T00:00:00', time_shift: '1 week' }, '1999-12-25', '2017-12-25'],
  [
    23,
    { time_range: '2000-01-01T00:00:00 : 2018-01-01T00:00:00', time_shift: 'inherited' },
    '1981-12-31',
    '2000-01-01',
  ],
]

const D: readonly Row[] = [
  [75, 'No filter', null, null],
  [76, 'Last day', '2016-11-06', '2016-11-07'],
  [77, 'Last week', '2016-10-31', '2016-11-07'],
  [78, 'Last month', '2016-10-07', '2016-11-07'],
  [79, 'Last 7 days', '2016-10-31', '2016-11-07'],
  [80, 'Last 2 hours', '2016-11-06T22:00', '2016-11-07', { relativeStart: 'today', relativeEnd: 'today' }],
  [81, 'Last 30 minutes', '2016-11-07T09:00:10', '2016-11-07T09:30:10', { relativeStart: 'now', relativeEnd: 'now' }],
  [82, '2016-01-01 : ', '2016-01-01', null],
  [83, ' : ', null, null],
  [84, 'previous calendar quarter', '2016-07-01', '2016-10-01'],
  [85, 'Current week', '2016-11-07', '2016-11-14'],
  [86, 'Current quarter', '2016-10-01', '2017-01-01'],
  [87, "DATEADD(DATETIME('2021-03-31'), -1, month) : DATETIME('2021-03-31')", '2021-02-28', '2021-03-31'],
  [88, 'last week', null, '2016-11-07'],
  [89, 'DATEADD(DATETIME("now"), -7, day) : now', '2016-10-31T09:30:10', '2016-11-07T09:30:10'],
  [90, "DATETRUNC(DATETIME('today'), week) : LASTDAY(DATETIME('today'), week)", '2016-11-07', '2016-11-13'],
]

describe('resolving the time fields of a query', () => {
  for (const [n, time, since, until, more = {}] of [...A, ...D])
    it(`pair ${n}: ${JSON.stringify(time)} is from ${since} until ${until}`, () => {
      const requested = typeof time === 'string' ? { time_range: time } : time
      expect(resolveQueryTime(requested, { ...clock, ...more })).toEqual({ since: full(since), until: full(until) })
    })

  it('pair 24: a start after the end is an error at the position of the entire text', () => {
    expect(resolveQueryTime({ time_range: 'tomorrow : yesterday' }, clock)).toEqual({
      kind: 'fault',
      message: 'From date cannot be larger than to date',
      start: 0,
      end: 20,
    })
  })

  it('pair 25: a number of days without a direction is ambiguous, and the error has its position', () => {
    expect(resolveQueryTime({ time_range: '5 days : now' }, clock)).toEqual({
      kind: 'fault',
      message: 'Time string is ambiguous. Please specify [5 days ago] or [5 days later].',
      start: 0,
      end: 6,
      suggestion: '5 days ago',
    })
  })
})

/** Returns the start of the range that begins with the expression and has no end. */
function sinceOf(expression: string, options: ClockOptions = clock): unknown {
  const range = parseTimeRange(`${expression} : `)
  if (isTimeError(range)) return range
  const bounds = resolveTimeRange(range, options)
  return isTimeError(bounds) ? bounds : bounds.since
}

describe('expressions', () => {
  it.each([
    [26, "datetime('now')", '2016-11-07T09:30:10'],
    [27, "datetime('today')", '2016-11-07'],
    [28, "datetime('2018')", '2018-01-01'],
    [29, "datetime('2018-9')", '2018-09-01'],
    [30, "dateadd(datetime('today'),1,year,)", '2017-11-07'],
    [31, "dateadd(datetime('today'), -2, year)", '2014-11-07'],
    [32, "dateadd(datetime('today'), 2, quarter)", '2017-05-07'],
    [33, "dateadd(datetime('today'), 3, month)", '2017-02-07'],
    [34, "dateadd(datetime('today'), -3, week)", '2016-10-17'],
    [35, "dateadd(datetime('today'), 3, day)", '2016-11-10'],
    [36, "dateadd(datetime('now'), 3, hour)", '2016-11-07T12:30:10'],
    [37, "dateadd(datetime('now'), 40, minute)", '2016-11-07T10:10:10'],
    [38, "dateadd(datetime('now'), -11, second)", '2016-11-07T09:29:59'],
    [39, "datetrunc(datetime('now'), year)", '2016-01-01'],
    [40, "datetrunc(datetime('now'), quarter)", '2016-10-01'],
    [41, "datetrunc(datetime('now'), month)", '2016-11-01'],
    [42, "datetrunc(datetime('now'), week)", '2016-11-07'],
    [43, "datetrunc(datetime('now'), day)", '2016-11-07'],
    [44, "datetrunc(datetime('now'), hour)", '2016-11-07T09:00:00'],
    [45, "datetrunc(datetime('now'), minute)", '2016-11-07T09:30:00'],
    [46, "datetrunc(datetime('now'), second)", '2016-11-07T09:30:10'],
    [47, "lastday(datetime('now'), year)", '2016-12-31'],
    [48, "lastday(datetime('today'), month)", '2016-11-30'],
    [49, "lastday(dateadd(datetime('2018-01-01T00:00:00'), 1, month), month)", '2018-02-28'],
    [71, '2015-04-03', '2015-04-03'],
    [72, '2/3/1969', '1969-02-03'],
    [73, 'one year ago', '2015-11-07'],
    [74, '2 years after', '2018-11-07'],
  ])('pair %i: %s is %s', (_n, expression, instant) => {
    expect(sinceOf(expression)).toBe(full(instant))
  })

  it.each([
    [69, '2 days', 'Time string is ambiguous. Please specify [2 days ago] or [2 days later].'],
    [69, '2 day', 'Time string is ambiguous. Please specify [2 days ago] or [2 days later].'],
    [70, 'xxxxxxx', 'Cannot parse time string [xxxxxxx]'],
  ])('the pair %i: %s is an error', (_n, text, message) => {
    expect(sinceOf(`DATETIME('${text}')`)).toMatchObject({ kind: 'fault', message, start: 0, end: text.length + 12 })
  })
})

describe('deltas', () => {
  const moved = (text: string, from: string, read: typeof parseDelta | typeof parseShift): string => {
    const base = clockOf({ now: `${from}T00:00:00Z` })
    const shift = read(text)
    if (isTimeError(base) || isTimeError(shift) || shift.kind !== 'units') throw new Error(`${text} is no amount`)
    return printLocalDateTime(addUnits(base.now, shift.n, shift.unit, base)).slice(0, 10)
  }

  it.each([
    [56, 'now', '2019-04-01', '2019-04-01'],
    [57, '1 year', '2019-04-01', '2020-04-01'],
    [58, '-1 year', '2019-04-01', '2018-04-01'],
    [59, '', '2019-04-01', '2019-04-01'],
    [60, '1 month', '2019-04-01', '2019-05-01'],
    [60, '1 month', '2019-05-01', '2019-06-01'],
    [60, '1 month', '2019-02-01', '2019-03-01'],
    [61, '-1 month', '2019-02-01', '2019-01-01'],
    [65, '1 year', '2020-02-29', '2021-02-28'],
    [66, '-1 year', '2020-02-29', '2019-02-28'],
    [67, '1 month', '2020-02-29', '2020-03-29'],
    [68, '3 month', '2020-02-29', '2020-05-29'],
  ])('pair %i: %s from %s reaches %s', (_n, text, from, to) => {
    expect(moved(text, from, parseDelta)).toBe(to)
  })

  it.each([
    [62, '1 year', '2018-04-01'],
    [62, '-1 year', '2018-04-01'],
    [63, '52 weeks', '2018-04-02'],
    [64, '1 month', '2019-03-01'],
  ])('pair %i: the past delta %s from 2019-04-01 reaches %s', (_n, text, to) => {
    expect(moved(text, '2019-04-01', parseShift)).toBe(to)
  })

  it.each([
    [' Inherit ', { kind: 'inherit' }],
    ['inherited', { kind: 'inherit' }],
    [' 2018-04-01 ', { kind: 'date', date: '2018-04-01' }],
    ['2018-02-30', { kind: 'fault' }],
    ['on 2018-04-01', { kind: 'fault' }],
    ['2018-04-011', { kind: 'fault' }],
    ['1 year later', { kind: 'units', n: 1, unit: 'year' }],
    ['1 year', { kind: 'units', n: -1, unit: 'year' }],
  ])('the shift %j is %j', (text, shift) => {
    expect(parseShift(text)).toMatchObject(shift)
  })
})

import { expect, it } from 'vitest'
import {
  calendarRanges,
  commonRanges,
  DEFAULT_COMMON_RANGE,
  DEFAULT_TIME_RANGE,
  rangeKind,
  rangeKinds,
} from './range-kind.ts'
import { timeShifts } from './time-shifts.ts'

it('T-STATE-01: last day, week, month, quarter and year are Common', () => {
  expect(commonRanges).toEqual(['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'])
  expect(new Set(commonRanges.map(rangeKind))).toEqual(new Set(['Common']))
  expect(commonRanges).toContain(DEFAULT_COMMON_RANGE)
})

it('T-STATE-02: the previous calendar week, month and year are Calendar', () => {
  expect(calendarRanges).toEqual(['previous calendar week', 'previous calendar month', 'previous calendar year'])
  expect(new Set(calendarRanges.map(rangeKind))).toEqual(new Set(['Calendar']))
})

it("T-STATE-03: 'No filter' is a separate type", () => {
  expect(rangeKind('No filter')).toBe('No filter')
})

it('T-STATE-04: a text in the pattern of custom ranges is Custom', () => {
  expect(rangeKind('DATEADD(DATETIME("2021-01-01T00:00:00"), -1, month) : 2021-01-01T00:00:00')).toBe('Custom')
  expect(rangeKind('2021-01-01T00:00:00 : now')).toBe('Custom')
})

it('T-STATE-05: anything else is Advanced', () => {
  const rest = [
    'Last 7 days',
    'last week',
    '100 years ago : now',
    '2021-01-01 : 2021-02-01',
    ' : ',
    'mtd',
    'whatever',
    '',
    'DATEADD(',
  ]
  expect(rest.filter((text) => rangeKind(text) !== 'Advanced')).toEqual([])
})

it('K-TIME-03: the default time range is No filter', () => {
  expect(DEFAULT_TIME_RANGE).toBe('No filter')
})

it('offers every type once, Common as Last and Calendar as Previous', () => {
  expect(rangeKinds.map(({ label }) => label)).toEqual(['Last', 'Previous', 'Custom', 'Advanced', 'No filter'])
  expect(rangeKinds.map(({ value }) => value)).toEqual(['Common', 'Calendar', 'Custom', 'Advanced', 'No filter'])
})

it('K-TIME-04: the time shifts offered', () => {
  expect(timeShifts.join(', ')).toBe(
    '1 day, 1 week, 28 days, 30 days, 52 weeks, 1 year, 104 weeks, 2 years, 156 weeks, 3 years',
  )
})

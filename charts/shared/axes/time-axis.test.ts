import { expect, it } from 'vitest'
import { linesBelowTicks, timeLabel, timeTicks } from './time-axis.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const days = (ticks: readonly number[]): string[] => ticks.map((tick) => new Date(tick).toISOString().slice(0, 10))

it('labels a quarter at the first and the fifteenth of each month', () => {
  expect(days(timeTicks(at('2001-04-01'), at('2001-06-30'), 8))).toEqual([
    '2001-04-01',
    '2001-04-15',
    '2001-05-01',
    '2001-05-15',
    '2001-06-01',
    '2001-06-15',
  ])
})

it('labels years at their starts and centuries in even steps', () => {
  expect(days(timeTicks(at('1990-03-01'), at('2002-01-01'), 8))).toEqual([
    '1992-01-01',
    '1994-01-01',
    '1996-01-01',
    '1998-01-01',
    '2000-01-01',
    '2002-01-01',
  ])
  expect(days(timeTicks(at('1900-01-01'), at('2100-01-01'), 5))).toEqual([
    '1900-01-01',
    '1950-01-01',
    '2000-01-01',
    '2050-01-01',
    '2100-01-01',
  ])
})

it('labels the hours of a day and a single instant; returns no labels without data', () => {
  expect(timeTicks(at('2001-01-01'), at('2001-01-02'), 5)).toHaveLength(5)
  expect(timeTicks(5, 5, 8)).toEqual([5])
  expect(timeTicks(Number.NaN, Number.NaN, 8)).toEqual([])
})

it('emphasizes the first of a month, and years once months are close', () => {
  const quarter = 91 * 86_400_000
  expect(timeLabel(at('2001-04-01'), quarter)).toEqual({ text: 'Apr 1', strong: true })
  expect(timeLabel(at('2001-04-15'), quarter)).toEqual({ text: 'Apr 15', strong: false })
  expect(timeLabel(at('2001-01-01'), 5 * quarter)).toEqual({ text: '2001', strong: true })
  expect(timeLabel(at('2001-02-01'), 5 * quarter)).toEqual({ text: 'Feb', strong: false })
  expect(timeLabel(at('2001-02-01T13:05'), 86_400_000)).toEqual({ text: '13:05', strong: false })
})

it('shows the year below the first label and where it changes, and the time zone once, unless it is hidden', () => {
  const below = (from: string, to: string, options: object = {}) => {
    const [first, last] = [at(from), at(to)]
    const ticks = timeTicks(first, last, 8)
    const lines = linesBelowTicks(ticks, last - first, { hasOwnNames: false, isZoneHidden: false, ...options })
    return [...lines].map(([tick, line]) => `${timeLabel(tick, last - first).text}: ${line}`)
  }
  expect(below('2001-02-01', '2001-06-30')).toEqual(['Feb 1: 2001, UTC'])
  expect(below('2001-11-20', '2002-02-10')).toEqual(['Dec 1: 2001, UTC', 'Jan 1: 2002'])
  // A year has a label there, except the one that started before the axis.
  expect(below('2001-04-01', '2002-09-30')).toEqual(['Apr: 2001, UTC'])
  expect(below('1990-01-01', '2002-01-01')).toEqual(['1990: UTC'])
  expect(below('2001-02-01T01:00', '2001-02-01T09:00')).toEqual(['03:00: 2001, UTC'])
  expect(below('2001-02-01', '2001-06-30', { hasOwnNames: true })).toEqual(['Feb 1: UTC'])
  const isZoneHidden = true
  expect(below('2001-11-20', '2002-02-10', { isZoneHidden })).toEqual(['Dec 1: 2001', 'Jan 1: 2002'])
  expect(below('2001-02-01', '2001-06-30', { hasOwnNames: true, isZoneHidden })).toEqual([])
  const zone = 'America/Argentina/Buenos_Aires'
  expect(below('1990-01-01', '2002-01-01', { zone })).toEqual(['1990: Buenos Aires time'])
  expect(below('1990-01-01', '2002-01-01', { zone, isZoneHidden })).toEqual([])
  expect(below('1990-01-01', '2002-01-01', { zone: 'CET' })).toEqual(['1990: CET'])
})

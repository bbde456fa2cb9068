import { expect, it } from 'vitest'
import { bucketTicks } from './bucket-ticks.ts'

const at = (text: string): number => Date.parse(text.length > 10 ? `${text}Z` : text)
const ticks = (first: string, last: string, most: number, grain: string | null) =>
  bucketTicks(at(first), at(last), { most, grain })?.map((tick) => new Date(tick).toISOString().slice(0, 16))
const day = (text: string) => `${text}T00:00`

it.each([
  ['Monday weeks', '2020-03-02', '2020-03-16', 'P1W', ['2020-03-02', '2020-03-09', '2020-03-16']],
  [
    'weeks named by their Saturday',
    '2020-02-29',
    '2020-03-14',
    'P1W/1970-01-03T00:00:00Z',
    ['2020-02-29', '2020-03-07', '2020-03-14'],
  ],
  ['quarters', '2020-01-01', '2020-07-01', 'P3M', ['2020-01-01', '2020-04-01', '2020-07-01']],
  ['years', '2019-01-01', '2021-01-01', 'P1Y', ['2019-01-01', '2020-01-01', '2021-01-01']],
  ['days', '2020-02-28', '2020-03-01', 'P1D', ['2020-02-28', '2020-02-29', '2020-03-01']],
])('ticks are under each of few buckets of %s', (_, first, last, grain, expected) => {
  expect(ticks(first, last, 8, grain)).toEqual(expected.map(day))
})

it('label every second or third week if there are many, also with missing weeks', () => {
  expect(ticks('2020-03-02', '2020-04-13', 4, 'P1W')).toEqual(
    ['2020-03-02', '2020-03-16', '2020-03-30', '2020-04-13'].map(day),
  )
  expect(ticks('2020-03-01', '2020-05-03', 4, '1969-12-28T00:00:00Z/P1W')).toEqual(
    ['2020-03-01', '2020-03-22', '2020-04-12', '2020-05-03'].map(day),
  )
})

it('label buckets of ten minutes, which do not divide a quarter of an hour', () => {
  expect(ticks('2020-03-01T00:00', '2020-03-01T01:00', 4, 'PT10M')).toEqual([
    '2020-03-01T00:00',
    '2020-03-01T00:20',
    '2020-03-01T00:40',
    '2020-03-01T01:00',
  ])
})

it.each([
  ['many days', '2020-01-01', '2020-06-01', 'P1D'],
  ['many months', '2010-01-01', '2020-06-01', 'P1M'],
  ['no grain', '2020-01-01', '2020-01-03', null],
  ['one bucket', '2020-01-01', '2020-01-01', 'P1D'],
])('the calendar sets the ticks for %s', (_, first, last, grain) => {
  expect(ticks(first, last, 8, grain)).toBeUndefined()
})

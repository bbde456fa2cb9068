import { expect, it } from 'vitest'
import { grainForDuration } from './grain-for-duration.ts'

const DAY = 86_400_000

it.each([
  ['a minute', DAY / 1440, 'PT1S'],
  ['an hour', DAY / 24, 'PT30S'],
  ['two hours', DAY / 12, 'PT1M'],
  ['a day', DAY, 'PT30M'],
  ['four days', 4 * DAY, 'PT1H'],
  ['a week', 7 * DAY, 'PT6H'],
  ['three months', 90 * DAY, 'P1D'],
  ['half a year', 181 * DAY, 'P1W'],
  ['a year', 365 * DAY, 'P1W'],
  ['three years', 1095 * DAY, 'P1M'],
  ['thirty years', 30 * 365 * DAY, 'P3M'],
  ['two centuries', 200 * 365 * DAY, 'P1Y'],
])('chooses a grain with a limited number of buckets for %s', (_, span, grain) => {
  expect(grainForDuration(span)).toBe(grain)
})

it('uses a grain of the engine, by any of its names, and days for dates without a time', () => {
  expect(grainForDuration(365 * DAY, [null, 'P1D', 'P1M'])).toBe('P1M')
  expect(grainForDuration(30 * 365 * DAY, ['P1D', 'P0.25Y', 'P1Y'])).toBe('P3M')
  expect(grainForDuration(30 * 365 * DAY, ['P1D'])).toBe('P1D')
  expect(grainForDuration(4 * DAY, [], true)).toBe('P1D')
})

it('returns undefined without a positive duration', () => {
  expect([0, -1, Number.NaN].map((span) => grainForDuration(span))).toEqual([undefined, undefined, undefined])
})

import { expect, it } from 'vitest'
import { timestampLiteral, parseTimestampLiteral } from './timestamp-literal.ts'

it.each([
  [978307200000, '2001-01-01'],
  [978307260000, '2001-01-01 00:01:00'],
  [978307260250, '2001-01-01 00:01:00.250'],
  [978307260250.125, '2001-01-01 00:01:00.250125'],
  [-0.5, '1969-12-31 23:59:59.999500'],
  [-86400000, '1969-12-31'],
  [-62135596800000, '0001-01-01'],
])('the instant %s is written %s, and parsed again', (epochMs, text) => {
  expect(timestampLiteral(epochMs)).toBe(text)
  expect(parseTimestampLiteral(text)).toBe(epochMs)
})

it.each([
  ['2001-01-01T00:01', 978307260000],
  [' 2001-01-01T00:01:00Z ', 978307260000],
  ['2001-02-31', undefined],
  ['2001-13-01', undefined],
  ['2001-01-01 25:00', undefined],
  ['2001', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('%j is read as %s', (text, epochMs) => {
  expect(parseTimestampLiteral(text)).toBe(epochMs)
})

it('returns undefined for times outside of the calendar', () => {
  expect(timestampLiteral(1e20)).toBeUndefined()
})

import { afterEach, expect, it } from 'vitest'
import { setFormatLocale } from '#core/text/format-locale.ts'
import { type Extent, joinExtents, labelExtent, outOfExtentReason } from './extent.ts'

afterEach(() => setFormatLocale(undefined))

const halfYear: Extent = { first: Date.UTC(2001, 0, 1), last: Date.UTC(2001, 6, 1, 8) }

it.each<[Extent, string]>([
  [halfYear, 'Data from Jan 1 to Jul 1, 2001'],
  [{ ...halfYear, first: Date.UTC(1999, 11, 31, 23) }, 'Data from Dec 31, 1999 to Jul 1, 2001'],
  [{ ...halfYear, first: Date.UTC(2001, 6, 1) }, 'Data of Jul 1, 2001'],
  [
    { first: Date.UTC(2001, 0, 1), last: Date.UTC(2001, 5, 1), end: Date.UTC(2001, 6, 1) },
    'Data from Jan 1 to Jun 30, 2001',
  ],
])('the text of the days of data: %j', (extent, words) => {
  expect(labelExtent(extent)).toBe(words)
})

it.each<[string, string, string]>([
  ['de-DE', 'Data from 01.01.2001 to 01.07.2001', 'Data from 08.01.1990 to 01.07.2001'],
  ['en-GB', 'Data from 1 Jan to 1 Jul 2001', 'Data from 8 Jan 1990 to 1 Jul 2001'],
  ['ja-JP', 'Data from 2001/01/01 to 2001/07/01', 'Data from 1990/01/08 to 2001/07/01'],
])('the days of data have the format of the user: %s', (tag, words, longer) => {
  setFormatLocale(tag)
  expect(labelExtent(halfYear)).toBe(words)
  expect(labelExtent({ ...halfYear, first: Date.UTC(1990, 0, 8) })).toBe(longer)
})

it('the reason for an empty range has the date format of the user', () => {
  setFormatLocale('de-DE')
  expect(outOfExtentReason(halfYear, { since: '2002-01-01', until: null })).toBe(
    'Data ends on 01.07.2001: this range is empty',
  )
})

it.each<[string | null, string | null, string | undefined]>([
  ['2001-07-01T08:00:01', null, 'Data ends on Jul 1, 2001: this range is empty'],
  ['2001-07-01T08:00:00', '2001-08-01T00:00:00', undefined],
  [null, '2001-01-01T00:00:00', 'Data starts on Jan 1, 2001: this range is empty'],
  [null, '2001-01-01T00:00:01', undefined],
  ['1990-01-01', '2030-01-01', undefined],
  [null, null, undefined],
])('a range from %s to %s is outside only when it shows nothing', (since, until, words) => {
  expect(outOfExtentReason(halfYear, { since, until })).toBe(words)
})

it('combines several extents to one from the first to the last', () => {
  expect(joinExtents([{ first: 5, last: 6 }, halfYear, { first: 9, last: 10 }])).toEqual({ ...halfYear, first: 5 })
  expect(joinExtents([])).toBeUndefined()
  expect(
    joinExtents([
      { first: 5, last: 6, end: 9 },
      { first: 4, last: 7 },
    ]),
  ).toEqual({ first: 4, last: 7, end: 9 })
  expect(
    joinExtents([
      { first: 5, last: 6, end: 9 },
      { first: 4, last: 9 },
    ]),
  ).toEqual({ first: 4, last: 9 })
})

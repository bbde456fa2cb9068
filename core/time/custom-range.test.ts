import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CustomRange,
  customGrains,
  defaultCustomRange,
  parseGrainAmount,
  printCustomRange,
  readCustomRange,
} from './custom-range.ts'

const base = defaultCustomRange('2016-11-07')
const since = '2021-01-01T00:00:00'
const until = '2021-07-01T12:30:00'

/** Converts text to fields and back. */
const roundTrip = (text: string): string | undefined => {
  const range = readCustomRange(text)
  return range && printCustomRange(range)
}

it('T-CUSTOM-01: a relative end is DATEADD(DATETIME(anchor), n, unit), the anchor quoted and the unit in lower case', () => {
  const text = printCustomRange({ ...base, untilMode: 'now', sinceGrain: 'week', sinceGrainValue: 2 })
  expect(text).toBe('DATEADD(DATETIME("now"), -2, week) : now')
  expect(readCustomRange('DATEADD(DATETIME(now), -2, WEEK) : now')).toEqual(readCustomRange(text))
})

it('T-CUSTOM-02: a custom range has the ten fields', () => {
  expect(Object.keys(readCustomRange(`${since} : ${until}`) ?? {}).toSorted()).toEqual([
    'anchorMode',
    'anchorValue',
    'sinceDatetime',
    'sinceGrain',
    'sinceGrainValue',
    'sinceMode',
    'untilDatetime',
    'untilGrain',
    'untilGrainValue',
    'untilMode',
  ])
})

describe('T-CUSTOM-03: ends that are specific, now or today are written A : B', () => {
  it.each([
    ['specific', 'specific', `${since} : ${until}`],
    ['specific', 'now', `${since} : now`],
    ['today', 'now', 'today : now'],
    ['today', 'specific', `today : ${until}`],
  ] as const)('converts %s and %s', (sinceMode, untilMode, text) => {
    expect(printCustomRange({ ...base, sinceMode, untilMode, sinceDatetime: since, untilDatetime: until })).toBe(text)
    expect(readCustomRange(text)).toMatchObject({ sinceMode, untilMode })
    expect(roundTrip(text)).toBe(text)
  })
})

describe('T-CUSTOM-04: one relative end is written relative to the other end', () => {
  it.each([
    ['relative', 'specific', `DATEADD(DATETIME("${until}"), -7, day) : ${until}`],
    ['relative', 'today', 'DATEADD(DATETIME("today"), -7, day) : today'],
    ['specific', 'relative', `${since} : DATEADD(DATETIME("${since}"), 7, day)`],
    ['now', 'relative', 'now : DATEADD(DATETIME("now"), 7, day)'],
  ] as const)('converts %s and %s', (sinceMode, untilMode, text) => {
    const anchored = { anchorMode: 'specific', anchorValue: '1999-01-01T00:00:00' } as const
    const range: CustomRange = {
      ...base,
      ...anchored,
      sinceMode,
      untilMode,
      sinceDatetime: since,
      untilDatetime: until,
    }
    expect(printCustomRange(range)).toBe(text)
    expect(roundTrip(text)).toBe(text)
  })

  it('returns no custom range when an end refers to another anchor', () => {
    expect(readCustomRange(`DATEADD(DATETIME("now"), -7, day) : ${until}`)).toBeUndefined()
    expect(readCustomRange('DATEADD(DATETIME("now"), 7, day) : now')).toBeUndefined()
    expect(readCustomRange('DATEADD(DATETIME("yesterday"), -7, day) : yesterday')).toBeUndefined()
  })
})

describe('T-CUSTOM-05: two relative ends are written relative to the anchor', () => {
  it.each([
    ['now', 'now', 'DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("now"), 7, day)'],
    ['specific', since, `DATEADD(DATETIME("${since}"), -7, day) : DATEADD(DATETIME("${since}"), 7, day)`],
  ] as const)('%s', (anchorMode, anchorValue, text) => {
    expect(printCustomRange({ ...base, untilMode: 'relative', anchorMode, anchorValue })).toBe(text)
    expect(readCustomRange(text)).toMatchObject({
      sinceMode: 'relative',
      untilMode: 'relative',
      anchorMode,
      anchorValue,
    })
  })

  it('returns no custom range when the anchors differ', () => {
    const text = `DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("${since}"), 7, day)`
    expect(readCustomRange(text)).toBeUndefined()
  })
})

it('T-CUSTOM-06: the default runs from 7 days before until the midnight of today, anchored now', () => {
  expect(defaultCustomRange('2016-11-07')).toEqual({
    sinceMode: 'relative',
    sinceDatetime: '2016-10-31T00:00:00',
    sinceGrain: 'day',
    sinceGrainValue: 7,
    untilMode: 'specific',
    untilDatetime: '2016-11-07T00:00:00',
    untilGrain: 'day',
    untilGrainValue: 7,
    anchorMode: 'now',
    anchorValue: 'now',
  })
})

it('T-CUSTOM-07: datetimes are YYYY-MM-DDTHH:mm:ss and are not converted', () => {
  const range = readCustomRange('2021-03-28T02:30:00.250 : 2021-03-28T03:30:00')
  expect([range?.sinceDatetime, range?.untilDatetime]).toEqual(['2021-03-28T02:30:00', '2021-03-28T03:30:00'])
})

it('T-CUSTOM-08: a quantity is an integer from 1', () => {
  expect([1, 7, '28', 2.9, '3.5'].map(parseGrainAmount)).toEqual([1, 7, 28, 2, 3])
})

it('T-CUSTOM-09: a quantity of 0 and an empty one become 1, and so does a negative one', () => {
  expect([0, '0', '', null, undefined, -4, 0.5, 'many', Number.POSITIVE_INFINITY].map(parseGrainAmount)).toEqual(
    Array(9).fill(1),
  )
  expect(printCustomRange({ ...base, sinceGrainValue: 0, untilMode: 'now' })).toBe(
    'DATEADD(DATETIME("now"), -1, day) : now',
  )
})

it('T-CUSTOM-10: an ISO datetime, TODAY and NOW are accepted as text of an end, and nothing else', () => {
  expect(readCustomRange('TODAY : NOW')).toMatchObject({ sinceMode: 'today', untilMode: 'now' })
  expect(readCustomRange(`${since} : ${until}`)).toMatchObject({ sinceDatetime: since, untilDatetime: until })
  const refused = ['2021-01-01', '2021-13-01T00:00:00', '2021-01-01T25:00:00', 'tomorrow', '']
  expect(refused.filter((text) => readCustomRange(`${text} : now`))).toEqual([])
})

it('T-CUSTOM-11: the units are year, quarter, month, week, day, hour, minute, second, in any case', () => {
  expect(customGrains.toReversed()).toEqual(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'])
  for (const unit of customGrains)
    expect(readCustomRange(`DATEADD(DATETIME("now"), -3, ${unit.toUpperCase()}) : now`)?.sinceGrain).toBe(unit)
})

it('every custom range reads back as it was written', () => {
  const mode = fc.constantFrom('specific', 'relative', 'now', 'today')
  const datetime = fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19))
  const anchor = fc.oneof(
    fc.constant({ anchorMode: 'now', anchorValue: 'now' } as const),
    datetime.map((anchorValue) => ({ anchorMode: 'specific', anchorValue }) as const),
  )
  const grain = fc.constantFrom(...customGrains)
  const value = fc.integer({ min: 1, max: 100_000 })
  const fields = { sinceMode: mode, sinceDatetime: datetime, sinceGrain: grain, sinceGrainValue: value } as const
  const others = { untilMode: mode, untilDatetime: datetime, untilGrain: grain, untilGrainValue: value } as const
  const range = fc.tuple(fc.record({ ...fields, ...others }), anchor).map(([a, b]) => ({ ...a, ...b }))
  fc.assert(
    fc.property(range, (each) => {
      const text = printCustomRange(each)
      const read = readCustomRange(text)
      expect(read && printCustomRange(read)).toBe(text)
      expect(read).toMatchObject({ sinceMode: each.sinceMode, untilMode: each.untilMode })
    }),
    { seed: 7, numRuns: 300 },
  )
})

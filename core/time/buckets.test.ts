import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { partnerBucket, timeBucket } from './buckets.ts'
import { timeGrains } from './grains.ts'
import { shiftEpoch } from './shift-epoch.ts'

const utc = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').epochMilliseconds
const text = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 19)

const codes = timeGrains.flatMap(({ code }) => (code === null ? [] : [code]))

/** The bucket of a moment by Temporal, from its definition alone. */
function expected(moment: Temporal.PlainDateTime, code: string): readonly [string, string] {
  const day = moment.round({ smallestUnit: 'day', roundingMode: 'floor' })
  const month = day.with({ day: 1 })
  const span = (from: Temporal.PlainDateTime, length: Temporal.DurationLike) =>
    [from.toString(), from.add(length).toString()] as const
  if (code === 'P1Y') return span(month.with({ month: 1 }), { years: 1 })
  if (code === 'P3M') return span(month.subtract({ months: (month.month - 1) % 3 }), { months: 3 })
  if (code === 'P1M') return span(month, { months: 1 })
  if (code.includes('P1W')) {
    const isSunday = code.startsWith('1969-12-28') || code.endsWith('1970-01-03T00:00:00Z')
    return span(day.subtract({ days: isSunday ? day.dayOfWeek % 7 : day.dayOfWeek - 1 }), { weeks: 1 })
  }
  const duration = Temporal.Duration.from(code)
  const seconds = duration.total({ unit: 'second', relativeTo: '2024-01-01' })
  const since = day.until(moment).total('second')
  return span(day.add({ seconds: Math.floor(since / seconds) * seconds }), { seconds })
}

const moments = Array.from({ length: 440 }, (_, at) =>
  Temporal.PlainDateTime.from('2019-12-25T00:00:00').add({ minutes: at * 3637, seconds: at % 60 }),
)

it.each(codes)('cuts three years by %s as Temporal does', (code) => {
  const wrong = moments.filter((moment) => {
    const [from, to] = expected(moment, code)
    const bucket = timeBucket(utc(moment.toString()), code)
    return bucket?.from !== utc(from) || bucket.to !== utc(to)
  })
  expect(wrong.map(String)).toEqual([])
})

it.each([
  ['P1W/1970-01-03T00:00:00Z', '2021-08-15T13:47:38', '2021-08-21T00:00:00'],
  ['P1W/1970-01-03T00:00:00Z', '2021-08-14T00:00:00', '2021-08-14T00:00:00'],
  ['P1W/1970-01-04T00:00:00Z', '2021-08-16T23:59:59', '2021-08-22T00:00:00'],
  ['1969-12-28T00:00:00Z/P1W', '2021-08-14T00:00:00', '2021-08-08T00:00:00'],
  ['P1W', '1969-12-31T12:00:00', '1969-12-29T00:00:00'],
  ['PT0.5H', '2021-08-15T13:47:38', '2021-08-15T13:30:00'],
  ['P0.25Y', '2021-08-15T13:47:38', '2021-07-01T00:00:00'],
])('labels the bucket by %s of %s as %s', (code, moment, label) => {
  expect(text(timeBucket(utc(moment), code)?.label ?? Number.NaN)).toBe(label)
})

it('knows no bucket for the original value nor for an unknown grain', () => {
  expect(timeBucket(0, null)).toBeUndefined()
  expect(timeBucket(0, 'P9X')).toBeUndefined()
})

describe('the partner of a bucket', () => {
  const offsets = [
    [-1, 'day'],
    [-7, 'day'],
    [-1, 'week'],
    [-28, 'day'],
    [-1, 'month'],
    [-1, 'quarter'],
    [-52, 'week'],
    [-364, 'day'],
    [-1, 'year'],
    [-2, 'year'],
    [1, 'month'],
  ] as const
  // Buckets within a day are cut alike at any offset of whole days.
  const grains = codes.filter((code) => !code.startsWith('PT'))
  it.each(grains.flatMap((code) => offsets.map(([n, unit]) => [code, n, unit] as const)))(
    'by %s moved %i %s is a whole bucket that contains the moved start, for three years',
    (code, n, unit) => {
      const wrong: string[] = []
      let bucket = timeBucket(utc('2019-12-20T00:00:00'), code)
      while (bucket && bucket.from < utc('2023-01-10T00:00:00')) {
        const moved = text(bucket.from)
        const start = shiftEpoch(bucket.from, n, unit)
        const partner = partnerBucket(bucket, code, (epochMs) => shiftEpoch(epochMs, n, unit))
        const [from, to] = expected(Temporal.PlainDateTime.from(text(start)), code)
        if (partner?.from !== utc(from) || partner.to !== utc(to)) wrong.push(moved)
        bucket = timeBucket(bucket.to, code)
      }
      expect(wrong).toEqual([])
    },
  )
})

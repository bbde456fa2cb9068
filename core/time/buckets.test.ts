import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { labelledBucket, counterpartBucket, timeBucket } from './buckets.ts'
import { shiftedWeeks, timeGrains } from './grains.ts'
import { shiftEpoch } from './shift-epoch.ts'
import type { TimeUnit } from './unit.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const text = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 19)

const weekStarts = new Map(shiftedWeeks)
const codes = [...new Set([...timeGrains.map(({ code }) => code), ...weekStarts.keys()])].filter(
  (code) => code !== null,
)

type Ends = readonly [number, number]

const DAY = 86_400_000

const calendars = new Map<number, Pick<Temporal.PlainDate, 'year' | 'month' | 'dayOfWeek'>>()

/** The calendar fields of a day according to Temporal; cached per day, because Temporal is slow. */
function calendarOf(midnight: number) {
  const known = calendars.get(midnight)
  if (known) return known
  const { year, month, dayOfWeek } = Temporal.PlainDate.from(text(midnight).slice(0, 10))
  const found = { year, month, dayOfWeek }
  calendars.set(midnight, found)
  return found
}

const lengths = new Map(
  codes
    .filter((code) => /^P(T|1D)/.test(code))
    .map((code) => [code, Temporal.Duration.from(code).total({ unit: 'millisecond', relativeTo: '2024-01-01' })]),
)

/** Returns the bucket of a timestamp, derived from its definition alone. */
function expected(instant: number, code: string): Ends {
  const midnight = instant - (((instant % DAY) + DAY) % DAY)
  const { year, month, dayOfWeek } = calendarOf(midnight)
  const months = (first: number, count: number): Ends => [Date.UTC(year, first - 1), Date.UTC(year, first - 1 + count)]
  if (code === 'P1Y') return months(1, 12)
  if (code === 'P3M') return months(month - ((month - 1) % 3), 3)
  if (code === 'P1M') return months(month, 1)
  const span = (from: number, length: number): Ends => [from, from + length]
  if (code.includes('P1W')) {
    const weekStart = weekStarts.get(code) ?? (code.endsWith('1970-01-03T00:00:00Z') ? 7 : 1)
    return span(midnight - ((dayOfWeek - weekStart + 7) % 7) * DAY, 7 * DAY)
  }
  const length = lengths.get(code) ?? Number.NaN
  return span(midnight + Math.floor((instant - midnight) / length) * length, length)
}

const moments = Array.from(
  { length: 440 },
  (_, at) => utc('2019-12-25T00:00:00') + at * 3637 * 60_000 + (at % 60) * 1000,
)

it.each(codes)('cuts three years by %s as Temporal does', (code) => {
  const wrong = moments.filter((instant) => {
    const [from, to] = expected(instant, code)
    const bucket = timeBucket(instant, code)
    return bucket?.from !== from || bucket.to !== to
  })
  expect(wrong.map(text)).toEqual([])
})

it.each([
  ['P1W/1970-01-03T00:00:00Z', '2021-08-15T13:47:38', '2021-08-21T00:00:00'],
  ['P1W/1970-01-03T00:00:00Z', '2021-08-14T00:00:00', '2021-08-14T00:00:00'],
  ['P1W/1970-01-04T00:00:00Z', '2021-08-16T23:59:59', '2021-08-22T00:00:00'],
  ['1969-12-28T00:00:00Z/P1W', '2021-08-14T00:00:00', '2021-08-08T00:00:00'],
  ['P1W', '1969-12-31T12:00:00', '1969-12-29T00:00:00'],
  ['PT0.5H', '2021-08-15T13:47:38', '2021-08-15T13:30:00'],
  ['P0.25Y', '2021-08-15T13:47:38', '2021-07-01T00:00:00'],
])('labels the bucket by %s of %s as %s', (code, instant, label) => {
  expect(text(timeBucket(utc(instant), code)?.label ?? Number.NaN)).toBe(label)
})

it('returns no bucket for the original value nor for an unknown grain', () => {
  expect(timeBucket(0, null)).toBeUndefined()
  expect(timeBucket(0, 'P9X')).toBeUndefined()
})

it.each(codes)('finds the bucket by %s again from its label', (code) => {
  for (const instant of moments.slice(0, 40)) {
    const bucket = timeBucket(instant, code)
    expect(bucket && labelledBucket(bucket.label, code)).toEqual(bucket)
  }
})

it('starts weeks on the day in their labels', () => {
  const sunday = utc('2021-08-15T00:00:00')
  expect(labelledBucket(sunday, 'P1W')).toEqual({ from: sunday, to: utc('2021-08-22T00:00:00'), label: sunday })
  expect(labelledBucket(sunday, null)).toBeUndefined()
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
  const wrongPartners = (code: string, [first, end]: Ends, by: readonly (readonly [number, TimeUnit])[]) => {
    const wrong: string[] = []
    for (const [n, unit] of by) {
      const move = (epochMs: number) => shiftEpoch(epochMs, n, unit)
      let bucket = timeBucket(first, code)
      while (bucket && bucket.from < end) {
        const partner = counterpartBucket(bucket, code, move)
        const [from, to] = expected(move(bucket.from), code)
        if (partner?.from !== from || partner.to !== to) wrong.push(`${n} ${unit}: ${text(bucket.from)}`)
        bucket = timeBucket(bucket.to, code)
      }
    }
    return wrong
  }
  const grains = codes.filter((code) => !code.startsWith('PT'))
  it.each(grains)(
    'the partner of a bucket of %s is a full bucket that contains the shifted start, for three years',
    (code) => {
      const span = [utc('2019-12-20T00:00:00'), utc('2023-01-10T00:00:00')] as const
      expect(wrongPartners(code, span, offsets)).toEqual([])
    },
  )

  const shortOffsets = [
    [-90, 'second'],
    [-1, 'minute'],
    [-45, 'minute'],
    [-1, 'hour'],
    [-25, 'hour'],
  ] as const
  it.each(codes.filter((code) => code.startsWith('PT')))(
    'the partner of a bucket of %s is a full bucket when clocks change and years end',
    (code) => {
      // Hours around changes of the clock in Europe and the United States, and around the ends of years.
      for (const middle of [
        '2021-03-28T02:00:00',
        '2021-11-07T02:00:00',
        '2020-01-01T00:00:00',
        '2021-01-01T00:00:00',
      ]) {
        const length = lengths.get(code) ?? DAY
        const around = Math.max(600_000, 8 * length)
        const span = [utc(middle) - around, utc(middle) + around] as const
        expect(wrongPartners(code, span, [...offsets, ...shortOffsets])).toEqual([])
      }
    },
  )
})

it.each(['constructor', '__proto__', 'toString'])('has no buckets for the unknown grain %s', (code) => {
  expect([timeBucket(0, code), labelledBucket(0, code)]).toEqual([undefined, undefined])
})

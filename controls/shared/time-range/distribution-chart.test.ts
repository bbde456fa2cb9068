import { describe, expect, it } from 'vitest'
import { barsOf } from './distribution-chart.ts'
import type { TimeDistribution } from '#core/query/time-distribution.ts'

const month = (at: number) => Date.UTC(2001, at)
const months = (counts: readonly number[]): TimeDistribution =>
  counts.map((count, at) => ({ from: month(at), to: month(at + 1), count }))

describe('the bars under a time range', () => {
  const spread = months([100, 50, 1, 0, 100, 100])

  it('scale by their share of the highest; a very small one remains visible', () => {
    expect(barsOf(spread, undefined).bars.map(({ share }) => share)).toEqual([1, 0.5, 0.04, 0, 1, 1])
  })

  it('belong to the range that contains their middle; the end is exclusive, and an open end includes all', () => {
    const isIn = (since: string | null, until: string | null) =>
      barsOf(spread, { since, until }).bars.map((bar) => Number(bar.isIn))
    expect(isIn('2001-02-01T00:00:00', '2001-05-01T00:00:00')).toEqual([0, 1, 1, 1, 0, 0])
    expect(isIn('2001-04-20T00:00:00', null)).toEqual([0, 0, 0, 0, 1, 1])
    expect(isIn(null, null)).toEqual([1, 1, 1, 1, 1, 1])
    // The middle of a 28-day February is the 15th.
    expect(isIn('2001-02-15T00:00:00', null)).toEqual([0, 1, 1, 1, 1, 1])
    expect(isIn(null, '2001-02-15T00:00:00')).toEqual([1, 0, 0, 0, 0, 0])
    expect(barsOf([], undefined)).toEqual({ bars: [], marks: [] })
    expect(barsOf(spread, undefined).bars.some((bar) => bar.isIn)).toBe(false)
  })

  it('say when and how many', () => {
    expect(barsOf(months([1234]), undefined).bars[0]?.title).toBe('Jan 1 – 31, 2001: 1,234 rows')
    expect(barsOf(months([1]), undefined).bars[0]?.title).toBe('Jan 1 – 31, 2001: 1 row')
  })

  it('labels the bars with months, years or days that do not overlap', () => {
    const texts = (each: TimeDistribution) => barsOf(each, undefined).marks.map(({ text }) => text)
    expect(texts(spread)).toEqual(['Jan 2001', 'Feb 2001', 'Mar 2001', 'Apr 2001', 'May 2001', 'Jun 2001'])
    expect(texts(months(Array.from({ length: 60 }, () => 1)))).toEqual(['2001', '2002', '2003', '2004', '2005'])
    const days = Array.from({ length: 10 }, (_, at) => ({
      from: Date.UTC(2001, 0, at + 1),
      to: Date.UTC(2001, 0, at + 2),
      count: 1,
    }))
    expect(texts(days)).toEqual(['Jan 1', 'Jan 3', 'Jan 5', 'Jan 7', 'Jan 9'])
    for (const [at, { at: position }] of barsOf(days, undefined).marks.entries()) expect(position).toBeCloseTo(at * 0.2)
  })
})

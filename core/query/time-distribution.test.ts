import { describe, expect, it } from 'vitest'
import { mergeDistributions, parseDistribution, distributionQuery } from './time-distribution.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const table = (rows: readonly (readonly [number | null, number])[]) => ({
  columns: [
    { name: 'bar', type: 2 as const, values: rows.map(([key]) => key) },
    { name: 'rows', type: 0 as const, values: rows.map(([, count]) => count) },
  ],
  rowCount: rows.length,
})
const grainOf = (first: string, last: string) => {
  const [column] = distributionQuery('date', { first: Date.parse(first), last: Date.parse(last) })?.columns ?? []
  return typeof column === 'object' ? column.timeGrain : undefined
}

describe("the distribution bars of a column's values", () => {
  it.each([
    ['2001-01-01T00:00:00Z', '2001-01-01T00:00:30Z', 'PT1S'],
    ['2001-01-01T00:00:00Z', '2001-01-01T00:45:00Z', 'PT1M'],
    ['2001-01-01T00:00:00Z', '2001-01-03T00:00:00Z', 'PT1H'],
    ['2001-01-01T00:00:00Z', '2001-03-01T00:00:00Z', 'P1D'],
    ['2001-01-01T00:00:00Z', '2001-07-01T00:00:00Z', 'P1W'],
    ['2001-01-01T00:00:00Z', '2005-01-01T00:00:00Z', 'P1M'],
    ['1900-01-01T00:00:00Z', '2005-01-01T00:00:00Z', 'P1Y'],
  ])('the distribution from %s to %s is counted by %s', (first, last, grain) => {
    expect(grainOf(first, last)).toBe(grain)
  })

  const SECOND = 1000
  const MINUTE = 60 * SECOND
  const HOUR = 60 * MINUTE
  it.each([
    ['a second', 62 * SECOND, 'PT1S', SECOND],
    ['fifteen seconds', 62 * SECOND + 1, 'PT1S', 15 * SECOND],
    ['a minute', 62 * MINUTE, 'PT1M', MINUTE],
    ['a quarter of an hour', 62 * MINUTE + 1, 'PT1M', 15 * MINUTE],
    ['an hour', 62 * HOUR, 'PT1H', HOUR],
    ['six hours', 62 * HOUR + 1, 'PT1H', 6 * HOUR],
    ['a day', 62 * 24 * HOUR, 'P1D', 24 * HOUR],
    ['a week', 62 * 24 * HOUR + 1, 'P1W', 7 * 24 * HOUR],
  ])('use a width of %s as long as 62 of them cover %i ms', (_, span, grain, width) => {
    // Thursday, 1 January 1970.
    const extent = { first: 0, last: span }
    const [column] = distributionQuery('date', extent)?.columns ?? []
    expect(column).toMatchObject({ label: 'bar', sqlExpression: 'date', isColumnReference: true, timeGrain: grain })
    const [bar] = parseDistribution(undefined, extent)
    expect((bar?.to ?? 0) - (bar?.from ?? 0)).toBe(width)
  })

  it('use a width of one week, from Monday, and include bars without rows', () => {
    const extent = { first: day('2001-01-03'), last: day('2001-06-30') }
    const rows = [
      [day('2001-01-01'), 5],
      [day('2001-01-15'), 7],
      [null, 9],
    ] as const
    const bars = parseDistribution(table(rows), extent)
    expect(bars).toHaveLength(26)
    expect(bars.slice(0, 3)).toEqual([
      { from: day('2001-01-01'), to: day('2001-01-08'), count: 5 },
      { from: day('2001-01-08'), to: day('2001-01-15'), count: 0 },
      { from: day('2001-01-15'), to: day('2001-01-22'), count: 7 },
    ])
    expect(bars.at(-1)?.to).toBe(day('2001-07-02'))
  })

  it('use quarters or decades when the extent is long', () => {
    const quarters = parseDistribution(
      table([
        [day('2000-02-01'), 1],
        [day('2000-03-01'), 2],
        [day('2006-12-01'), 4],
      ]),
      { first: day('2000-02-10'), last: day('2006-12-31') },
    )
    expect(quarters).toHaveLength(28)
    expect(quarters[0]).toEqual({ from: day('2000-01-01'), to: day('2000-04-01'), count: 3 })
    expect(quarters.at(-1)).toEqual({ from: day('2006-10-01'), to: day('2007-01-01'), count: 4 })
    const decades = parseDistribution(table([[day('1815-01-01'), 6]]), {
      first: day('1815-05-01'),
      last: day('2001-01-01'),
    })
    expect(decades.find(({ count }) => count > 0)).toEqual({ from: day('1810-01-01'), to: day('1820-01-01'), count: 6 })
  })

  it('align with the data, also with a time offset of the dataset', () => {
    const extent = { first: day('2001-01-01'), last: day('2001-01-31') }
    const moved = parseDistribution(table([[day('2001-01-02') + 3 * 3_600_000, 4]]), extent, 3)
    expect(moved.filter(({ count }) => count > 0)).toEqual([
      { from: day('2001-01-02'), to: day('2001-01-03'), count: 4 },
    ])
  })
})

it('a name with braces, which would be a template, is not queried', () => {
  for (const name of ['{{ x }}', '{%', '{#'])
    expect([name, distributionQuery(name, { first: 0, last: 1000 })]).toEqual([name, undefined])
  expect(distributionQuery('{ x }', { first: 0, last: 1000 })).toBeDefined()
})

it('adds the rows of several datasets over the same extent; no datasets have no distribution', () => {
  const bar = (count: number) => ({ from: 0, to: 1, count })
  expect(
    mergeDistributions([
      [bar(1), bar(2)],
      [bar(3), bar(0)],
    ]),
  ).toEqual([bar(4), bar(2)])
  expect(mergeDistributions([])).toBeUndefined()
})

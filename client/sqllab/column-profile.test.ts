import { expect, it } from 'vitest'
import { profileColumn } from '#client/sqllab/column-profile.ts'
import { NUMERIC, STRING, type GenericType, type Table, TEMPORAL, type Value } from '#core/table/table.ts'

const table = (type: GenericType, values: readonly Value[]): Table => ({
  columns: [{ name: 'a', type, values }],
  rowCount: values.length,
})

it('counts nulls, distinct numbers and ten equal bins, the last with its upper end', () => {
  const profile = profileColumn(table(NUMERIC, [0, 10, 100, null, 10, '9.5', null]), 0)
  expect(profile).toMatchObject({ rows: 7, nulls: 2, distinct: 4, min: 0, max: 100, frequent: [] })
  expect(profile.bins.map(({ count }) => count)).toEqual([2, 2, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(profile.bins[1]).toEqual({ from: 10, to: 20, count: 2 })
})

it('reads times as UTC, days included', () => {
  const profile = profileColumn(table(TEMPORAL, ['2020-01-03', '2020-01-01T12:00:00', null]), 0)
  expect(profile).toMatchObject({ nulls: 1, distinct: 2, min: '2020-01-01T12:00:00', max: '2020-01-03' })
  expect(profile.bins[0]?.from).toBe(Date.UTC(2020, 0, 1, 12))
  expect(profile.bins.at(-1)).toEqual({ from: expect.any(Number), to: Date.UTC(2020, 0, 3), count: 1 })
})

it('lists the most frequent texts, and has no bins for them', () => {
  expect(profileColumn(table(STRING, ['b', 'a', 'b', null]), 0)).toEqual({
    rows: 4,
    nulls: 1,
    distinct: 2,
    min: 'a',
    max: 'b',
    bins: [],
    frequent: [
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
    ],
  })
})

it('returns one bin for one value, and no bin without values', () => {
  expect(profileColumn(table(NUMERIC, [5, 5]), 0).bins).toEqual([{ from: 5, to: 5, count: 2 }])
  expect(profileColumn(table(NUMERIC, [null]), 0)).toMatchObject({ nulls: 1, distinct: 0, min: null, bins: [] })
})

it('distinguishes extremes beyond 2^53', () => {
  const values = ['9007199254740993', '9007199254740992', '9007199254740994']
  for (const order of [values, values.toReversed()])
    expect(profileColumn(table(NUMERIC, order), 0)).toMatchObject({
      distinct: 3,
      min: '9007199254740992',
      max: '9007199254740994',
    })
})

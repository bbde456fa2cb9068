import { expect, it } from 'vitest'
import {
  BIN_COUNT,
  countBins,
  profileQuery,
  histogramQuery,
  profileQueries,
  type ProfiledColumn,
  readProfile,
  readProfiles,
  topValuesQuery,
} from '#core/query/column-profile.ts'
import type { Table, Value } from '#core/table/table.ts'

const column = (type_generic: 0 | 1 | 2 | 3, more: Partial<ProfiledColumn> = {}): ProfiledColumn => ({
  column_name: 'say "hi"',
  type: ['INTEGER', 'VARCHAR', 'TIMESTAMP', 'BOOLEAN'][type_generic] ?? null,
  type_generic,
  is_dttm: type_generic === 2,
  ...more,
})
const labels = (of: ProfiledColumn) => (profileQuery(of).metrics ?? []).map((each) => (each as { label: string }).label)
const table = (columns: Readonly<Record<string, readonly Value[]>>): Table => ({
  columns: Object.entries(columns).map(([name, values]) => ({ name, type: 0, values })),
  rowCount: Object.values(columns)[0]?.length ?? 0,
})

it('queries minimum and maximum only of ordered columns', () => {
  for (const type of [0, 1, 2] as const) expect(labels(column(type))).toEqual(expect.arrayContaining(['min', 'max']))
  expect(labels(column(3))).toEqual(['rows', 'present', 'distinct'])
  for (const type of ['JSON', 'TEXT_PAIR', 'VARCHAR[]'])
    expect(labels(column(1, { type }))).toEqual(['rows', 'present', 'distinct'])
})

it('queries the number of rows, and values of the column by its name and type', () => {
  const of = { column: { column_name: 'say "hi"', type: 'INTEGER' }, expressionType: 'SIMPLE', hasCustomLabel: true }
  expect(profileQuery(column(0))).toEqual({
    columns: [],
    metrics: [
      { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true },
      { ...of, aggregate: 'COUNT', label: 'present' },
      { ...of, aggregate: 'COUNT_DISTINCT', label: 'distinct' },
      { ...of, aggregate: 'MIN', label: 'min' },
      { ...of, aggregate: 'MAX', label: 'max' },
    ],
    row_limit: 1,
  })
  expect(profileQuery({ column_name: 'x', type_generic: 3, is_dttm: false }).metrics).toContainEqual({
    ...of,
    column: { column_name: 'x', type: null },
    aggregate: 'COUNT',
    label: 'present',
  })
})

it.each<[string, boolean, Partial<ProfiledColumn>, 0 | 1 | 2 | 3]>([
  ['a text', true, { type: 'varchar(20)' }, 1],
  ['a text of another name', true, { type: 'STRING' }, 1],
  ['a text of a third name', true, { type: 'mediumtext' }, 1],
  ['a text without a type', false, { type: null }, 1],
  ['a boolean that is called text', false, { type: 'TEXT' }, 3],
  ['a number', true, { type: null }, 0],
  ['a time', true, { type: null, is_dttm: false }, 2],
  ['a text that is declared as a time', true, { type: 'JSON', is_dttm: true }, 1],
  ['a document stored as a time', false, { type: 'JSON', is_dttm: true, python_date_format: '%Y' }, 1],
])('the query for %s reads minimum and maximum: %s', (_, ordered, more, type) => {
  expect(labels(column(type, more)).includes('min')).toBe(ordered)
})

it.each<[Value, Value]>([
  [null, 5],
  [5, null],
  [5, 5],
  [6, 5],
  [0, Number.POSITIVE_INFINITY],
  [Number.NEGATIVE_INFINITY, 0],
  ['a', 5],
])('queries no histogram between %s and %s', (min, max) => {
  expect(histogramQuery(column(0), min, max)).toBeUndefined()
  const rows = table({ bin: [0], rows: [7] })
  expect(countBins(column(0), rows, min, max)).toEqual(Array.from({ length: 12 }, () => 0))
})

it('queries a few more bins than the histogram has, and for times all possible buckets', () => {
  expect(histogramQuery(column(0), 0, 24)).toMatchObject({ metrics: [{ label: 'rows' }], row_limit: 14 })
  expect(histogramQuery(column(2), 0, 180_000)).toEqual({
    columns: [
      { label: 'bin', sqlExpression: 'say "hi"', isColumnReference: true, columnType: 'BASE_AXIS', timeGrain: 'PT1S' },
    ],
    metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true }],
    row_limit: 400,
  })
})

it('escapes braces in a name for templates, but not in an expression', () => {
  const named = (column_name: string, more = {}) => histogramQuery(column(0, { column_name, ...more }), 0, 1)
  for (const name of ['{{ n }}', '{% n', '{# n']) expect(named(name)).toBeUndefined()
  expect(named('{ n }')).toBeDefined()
  expect(named('{{ n }}', { expression: 'a' })).toBeDefined()
})

it('queries the five most frequent values', () => {
  expect(topValuesQuery(column(1))).toMatchObject({ columns: ['say "hi"'], row_limit: 5, orderby: [[{}, false]] })
})

it('bins numbers in SQL, for any column name or expression', () => {
  const sql = (of: ProfiledColumn, min: Value, max: Value) => JSON.stringify(histogramQuery(of, min, max)?.columns)
  expect(sql(column(0), 0, 240)).toContain('CAST(\\"say \\"\\"hi\\"\\"\\" AS DOUBLE PRECISION) - (0)) / 20)')
  expect(sql(column(0, { expression: 'a + b' }), -0.5, 11.5)).toContain(
    'CAST((a + b) AS DOUBLE PRECISION) - (-0.5)) / 1)',
  )
})

it.each<[string, Value, Value, string | undefined]>([
  ['three minutes', 0, 180_000, 'PT1S'],
  ['an hour', 0, 3_600_000, 'PT1M'],
  ['a week', 0, 7 * 86_400_000, 'PT1H'],
  ['half a year', 0, 180 * 86_400_000, 'P1D'],
  ['two hundred seconds', 0, 200_000, 'PT1S'],
  ['two hundred seconds and one more', 0, 201_000, 'PT1M'],
  ['two hundred minutes', 0, 12_000_000, 'PT1M'],
  ['two hundred days', 0, 200 * 86_400_000, 'P1D'],
  ['a thousand days', 0, 1000 * 86_400_000, 'P1W'],
  ['ten years', 0, 3650 * 86_400_000, 'P1M'],
  ['a thousand years', 0, 365_000 * 86_400_000, 'P1Y'],
  ['a single instant', 5, 5, undefined],
  ['nothing', null, null, undefined],
])('the times within %s are grouped by a grain that fits', (_, min, max, grain) => {
  const [bucket] = histogramQuery(column(2), min, max)?.columns ?? []
  expect((bucket as { timeGrain?: string } | undefined)?.timeGrain).toBe(grain)
})

it('profiles times that are stored as numbers as numbers', () => {
  expect(histogramQuery(column(2, { python_date_format: 'epoch_s' }), 0, 100)).toBeUndefined()
})

it('queries no histogram of texts', () => {
  expect(histogramQuery(column(1), 'a', 'z')).toBeUndefined()
  expect(histogramQuery(column(0, { column_name: '{{ n }}' }), 0, 1)).toBeUndefined()
})

it('counts the maximum in the last bin, and nulls in none', () => {
  const bins = countBins(column(0), table({ bin: [0, 11, 12, null], rows: [3, 4, 1, 9] }), 0, 1200)
  expect(bins).toHaveLength(BIN_COUNT)
  expect([bins[0], bins[1], bins[11]]).toEqual([3, 0, 5])
  const times = countBins(column(2), table({ bin: [-50, 600, 1200], rows: [1, 2, 3] }), 0, 1200)
  expect([times[0], times[6], times[11]]).toEqual([1, 2, 3])
  const late = countBins(column(2), table({ bin: [1100, 1200, 1300], rows: [1, null, 4] }), 1000, 1300)
  expect([late[4], late[8], late[11]]).toEqual([1, 0, 4])
  expect(countBins(column(0), table({ bin: [1] }), 0, 1200)).toEqual(Array.from({ length: BIN_COUNT }, () => 0))
  const hour = 3_600_000
  const moved = countBins(column(2, { offset: 5 }), table({ bin: [5 * hour, 11 * hour], rows: [1, 2] }), 0, 12 * hour)
  expect([moved[0], moved[6]]).toEqual([1, 2])
})

it.each<[string, number, number, number, number]>([
  ['11 whole numbers in 11', -5, 5, 1, 11],
  ['13 in 7 of two', -6, 6, 2, 7],
  ['two values in two bins', 0, 1, 1, 2],
  ['120 in 12 of ten', 1, 120, 10, 12],
])('divides a few integers into equal bins: %s', (...row) => {
  const [, min, max, width, parts] = row
  expect(JSON.stringify(histogramQuery(column(0), min, max)?.columns)).toContain(`- (${min})) / ${width})`)
  const wholes = Array.from({ length: max - min + 1 }, (_, at) => at)
  const found = wholes.map((at) => Math.floor(at / width))
  const bins = countBins(column(0), table({ bin: found, rows: wholes.map(() => 1) }), min, max)
  expect(bins).toHaveLength(parts)
  expect(bins.slice(0, -1).every((count) => count === width)).toBe(true)
})

it('reads the result by column name', () => {
  const answer = table({ max: [9], rows: ['12'], present: [10], distinct: [4], min: [null] })
  expect(readProfile(answer)).toEqual({ rows: 12, present: 10, distinct: 4, min: null, max: 9 })
  expect(readProfile(undefined)).toEqual({ rows: 0, present: 0, distinct: 0, min: null, max: null })
})

it('profiles eight columns by query, and 64 of a dataset', () => {
  const many = Array.from({ length: 70 }, (_, at) => column(3, { column_name: `c${at}` }))
  const queries = profileQueries(many)
  expect(queries.map(({ metrics }) => metrics?.length)).toEqual(Array.from({ length: 8 }, () => 1 + 8 * 2))
  const tables = queries.map((_, at) => table({ rows: [9], present_0: [at], distinct_0: [1], present_7: [at * 10] }))
  const statistics = readProfiles(many, tables)
  expect(statistics).toHaveLength(64)
  expect([statistics[0]?.present, statistics[8]?.present, statistics[15]?.present, statistics[63]?.present]).toEqual([
    0, 1, 10, 70,
  ])
})

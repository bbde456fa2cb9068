import { afterAll, beforeAll, expect, it } from 'vitest'
import { ansi } from '#server/engines/ansi.ts'
import { type QueryRunner, openQueryRunner } from '#testing/query-rows.ts'
import { dataset, datasetColumn as column } from '#testing/dataset.ts'

const NAMES = [
  'quote"quote',
  "it's",
  'dot.dot',
  'a b; DROP TABLE x --',
  '😀 emoji',
  'العربية',
  '{col}',
  '{value}',
  '$1',
  '?',
  '%s',
  'select',
  '__timestamp__',
  'line\nbreak',
  'x'.repeat(500),
]
const many = Array.from({ length: 300 - NAMES.length }, (_, index) => `column ${index}`)
const quoted = (name: string) => ansi.quote(name)
const texts = [...NAMES, ...many]
const table = 'the "table" of O\'Hare. 😀'

const hostile = dataset({
  table_name: table,
  schema: 'a "schema"',
  main_dttm_col: 'at',
  columns: [
    ...texts.map((name) => column({ column_name: name, type: 'VARCHAR' })),
    column({ column_name: 'nothing', type: 'VARCHAR' }),
    column({ column_name: 'at', type: 'TIMESTAMP', is_dttm: true }),
    column({ column_name: 'big', type: 'BIGINT' }),
  ],
})

let asker: QueryRunner
beforeAll(async () => {
  const columns = texts.map((name) => `${quoted(name)} VARCHAR`).join(', ')
  const value = texts.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ')
  asker = await openQueryRunner(
    hostile,
    [
      `CREATE SCHEMA ${quoted('a "schema"')}`,
      `CREATE TABLE ${quoted('a "schema"')}.${quoted(table)} (${columns}, nothing VARCHAR, "at" TIMESTAMP, big BIGINT)`,
      `INSERT INTO ${quoted('a "schema"')}.${quoted(table)} VALUES
        (${value}, NULL, '1900-01-01', 9007199254740993), (${value}, NULL, '2100-12-31 23:59:59', -1)`,
    ],
    0,
  )
})
afterAll(() => asker.close())

it('groups by, filters by, orders by and labels with any name', async () => {
  for (const name of NAMES) {
    const metric = { expressionType: 'SIMPLE', aggregate: 'COUNT', column: { column_name: name } } as const
    const query = { columns: [name], metrics: [metric], filters: [{ col: name, op: 'IN', val: [name, null] }] }
    const got = await asker.rows({
      ...query,
      orderby: [
        [name, true],
        [metric, false],
      ],
      series_columns: [name],
      series_limit: 5,
    })
    expect(got).toEqual([{ [name]: name, [`COUNT(${name})`]: 2 }])
  }
})

it('returns three hundred columns of raw rows, a column of nulls and numbers beyond 2^53', async () => {
  const names = hostile.columns.map(({ column_name }) => column_name)
  const [first] = await asker.rows({ columns: names, orderby: [['at', true]] })
  expect(Object.keys(first ?? {})).toHaveLength(303)
  expect(first).toMatchObject({ ...Object.fromEntries(texts.map((name) => [name, name])), nothing: null })
  expect(first).toMatchObject({ big: '9007199254740993', at: Date.UTC(1900, 0, 1) })
})

it('buckets and narrows the years 1900 and 2100', async () => {
  const axis = { label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain: 'P1Y' } as const
  const query = { columns: [axis], metrics: [], granularity: 'at', time_range: '1900-01-01 : 2100-12-31' }
  expect(await asker.rows(query)).toEqual([{ at: Date.UTC(1900, 0, 1) }])
  expect(await asker.rows({ ...query, time_range: '2100-12-31 : 2101-01-01' })).toEqual([{ at: Date.UTC(2100, 0, 1) }])
})

it('returns a result for no rows', async () => {
  const filters = [{ col: 'big', op: '>', val: '99999999999999999' }]
  expect(await asker.rows({ columns: ['nothing', 'big'], filters })).toEqual([])
  const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'big' } } as const
  expect(await asker.rows({ columns: [], metrics: [sum], filters })).toEqual([{ 'SUM(big)': null }])
})

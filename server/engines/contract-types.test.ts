import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenericType, Value } from '#core/table/table.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { queryRunnerOn } from '#testing/query-rows.ts'
import { dataset, datasetColumn, datasetMetric } from '#testing/dataset.ts'
import { contractEngines, queryEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine, TableColumn } from './engine.ts'

/** A type, two of its values as SQL, its generic type and, if relevant, the displayed first value. */
type Case = readonly [type: string, one: string, other: string, generic: GenericType, shown?: Value]

/** A fixed order of groups: without an order, rows may be in any order. */
const FIRST_ID = { expressionType: 'SIMPLE', aggregate: 'MIN', column: { column_name: 'id' } } as const

const MICROS = Date.UTC(2020, 1, 29, 23, 59, 59) + 999.999

const shared: readonly Case[] = [
  ['SMALLINT', '7', '-7', 0, 7],
  ['INTEGER', '7', '-7', 0, 7],
  ['BIGINT', '9007199254740993', '9223372036854775807', 0, '9007199254740993'],
  ['REAL', '0.1', '0.7', 0, 0.1],
  ['DOUBLE PRECISION', '0.1', '1e300', 0, 0.1],
  ['REAL', "'NaN'", "'Infinity'", 0, 'NaN'],
  ['DOUBLE PRECISION', "'-Infinity'", "'NaN'", 0, '-Infinity'],
  ['NUMERIC(10,2)', '1.25', '-0.50', 0, 1.25],
  ['NUMERIC(18,4)', '99999999999999.9999', '0.0001', 0, '99999999999999.9999'],
  [
    'NUMERIC(38,9)',
    '12345678901234567890.123456789',
    '12345678901234567890.123456788',
    0,
    '12345678901234567890.123456789',
  ],
  ['BOOLEAN', 'true', 'false', 3, true],
  ['VARCHAR', "'it''s'", "''", 1, "it's"],
  ['DATE', "'2020-02-29'", "'1969-12-31'", 2, Date.UTC(2020, 1, 29)],
  ['TIMESTAMP', "'2020-02-29 23:59:59.999999'", "'2020-02-29 23:59:59.999998'", 2, MICROS],
  ['TIMESTAMPTZ', "'2020-02-29 23:59:59.999999+00'", "'1969-12-31 23:59:59.000001+00'", 2, MICROS],
  ['TIME', "'12:34:56'", "'12:34:56.000001'", 1],
  ['INTERVAL', "'1 day 02:00:00'", "'3 days'", 1],
  ['UUID', "'00000000-0000-4000-8000-000000000001'", "'00000000-0000-4000-8000-000000000002'", 1],
  ['INTEGER[]', 'ARRAY[1, 2]', 'ARRAY[2]', 1, '[1,2]'],
  ['BIGINT[]', 'ARRAY[9007199254740993]', 'ARRAY[9007199254740992]', 1],
  ['BOOLEAN[]', 'ARRAY[true, NULL]', 'ARRAY[false]', 1, '[true,null]'],
  ['VARCHAR[]', `ARRAY['a', 'b"c', '{d}', '\\e', '', 'NULL']`, "ARRAY['b']", 1],
  ['DATE[]', "ARRAY[DATE '2020-02-29']", "ARRAY[DATE '2020-03-01']", 1, '["2020-02-29"]'],
  ['JSON', `'{"a": [1]}'`, `'{"a": [2]}'`, 1],
]

const own: Readonly<Record<string, readonly Case[]>> = {
  postgresql: [
    ['NUMERIC', '1234567890.1234567890', '1234567890.1234567891', 0, '1234567890.1234567890'],
    ['NUMERIC', "'NaN'", "'Infinity'", 0, 'NaN'],
    ['MONEY', "'12.34'", "'56.78'", 1],
    ['CHAR(4)', "'ab'", "'cd'", 1],
    ['TEXT', "'<NULL >'", "'x'", 1],
    ['BYTEA', String.raw`'\xff00'`, String.raw`'\xff01'`, 1, String.raw`\xff00`],
    ['BYTEA', "'plain'", String.raw`'\x5c786666'`, 1, 'plain'],
    ['JSONB', `'{"a": 1}'`, `'{"a": 2}'`, 1],
    ['XML', "'<a>1</a>'", "'<a>2</a>'", 1],
    ['POINT', "'(1,2)'", "'(3,4)'", 1],
    ['POLYGON', "'((0,0),(1,1))'", "'((0,0),(2,2))'", 1],
    ['INET', "'192.168.0.1'", "'10.0.0.0/8'", 1],
    ['MACADDR', "'08:00:2b:01:02:03'", "'08:00:2b:01:02:04'", 1],
    ['BIT(3)', "B'101'", "B'100'", 1],
    ['INT4RANGE', "'[1,5)'", "'[2,3)'", 1],
    ['INT4MULTIRANGE', "'{[1,5)}'", "'{[2,3)}'", 1],
    ['TSVECTOR', "'a b'", "'c'", 1],
    ['TIMETZ', "'12:00:00+02'", "'13:00:00+02'", 1],
    ['REAL[]', 'ARRAY[0.1]', 'ARRAY[0.7]', 1],
    ['NUMERIC[]', 'ARRAY[1234567890.1234567890]', 'ARRAY[1.50]', 1],
    ['TIMESTAMP[]', "ARRAY[TIMESTAMP '2020-02-29 23:59:59.999999']", "ARRAY[TIMESTAMP '2020-01-01']", 1],
    ['INTEGER[][]', 'ARRAY[ARRAY[1, 2], ARRAY[3, 4]]', 'ARRAY[ARRAY[1]]', 1, '[[1,2],[3,4]]'],
    ['interview_stage', "'new'", "'done'", 1, 'new'],
    ['bool_like', "'yes'", "'no'", 1, 'yes'],
    ['interview_stage[]', "ARRAY['new'::interview_stage]", "ARRAY['done'::interview_stage]", 1],
    ['real_name', "'Ann'", "'Bob'", 1, 'Ann'],
    ['name_count', '9007199254740993', '1', 0, '9007199254740993'],
    ['small_count', '5', '6', 0, 5],
    ['pair', "ROW(1, 'a')", "ROW(2, 'b')", 1],
  ],
  duckdb: [
    ['TINYINT', '7', '-7', 0, 7],
    ['HUGEINT', '170141183460469231731687303715884105727', '1', 0, '170141183460469231731687303715884105727'],
    ['UBIGINT', '18446744073709551615', '1', 0, '18446744073709551615'],
    ['UHUGEINT', '18446744073709551616', '1', 0, '18446744073709551616'],
    ['TIMESTAMP_S', "'2020-02-29 23:59:59'", "'2020-02-29 23:59:58'", 2],
    ['TIMESTAMP_MS', "'2020-02-29 23:59:59.999'", "'2020-02-29 23:59:58'", 2],
    ['BLOB', String.raw`'\xFF\x00'::BLOB`, String.raw`'\xFF\x01'::BLOB`, 1],
    ['BLOB', "'plain'::BLOB", String.raw`'\x5Cxff'::BLOB`, 1, 'plain'],
    ['BIT', "'101'", "'100'", 1],
    ["ENUM('print', 'web')", "'print'", "'web'", 1, 'print'],
    ["ENUM('yes', 'boolean')", "'yes'", "'boolean'", 1, 'yes'],
    ['STRUCT(a INTEGER, b VARCHAR)', "{'a': 1, 'b': 'x'}", "{'a': 2, 'b': 'x'}", 1],
    ['MAP(VARCHAR, INTEGER)', "MAP {'a': 1}", "MAP {'a': 2}", 1],
    ['INTEGER[2]', '[1, 2]', '[2, 1]', 1, '[1,2]'],
    ['UNION(n INTEGER, s VARCHAR)', "union_value(s := 'x')", 'union_value(n := 1)', 1],
  ],
}

const made: Readonly<Record<string, readonly string[]>> = {
  postgresql: [
    "CREATE TYPE interview_stage AS ENUM ('new', 'done')",
    "CREATE TYPE bool_like AS ENUM ('yes', 'no')",
    'CREATE DOMAIN real_name AS text',
    'CREATE DOMAIN name_count AS bigint',
    'CREATE DOMAIN small_count AS name_count CHECK (VALUE < 10)',
    'CREATE TYPE pair AS (n integer, s text)',
  ],
  duckdb: [],
}

describe.each(queryEngines)('$name', (engine: Engine) => {
  const cases = [...shared, ...(own[engine.name] ?? [])]
  const statements = cases.flatMap(([type, one, other], index) => {
    const cast = (value: string): string => `CAST(${value} AS ${type})`
    return [
      `CREATE TABLE t${index} (id INTEGER, v ${type})`,
      `INSERT INTO t${index} VALUES (1, ${cast(one)}), (2, ${cast(other)}), (3, NULL)`,
    ]
  })
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, [...(made[engine.name] ?? []), ...statements])
  })
  afterAll(() => fixture.close())

  const columnOf = async (index: number): Promise<TableColumn> => {
    const schema = engine.dialect.defaultSchema(await fixture.connection.schemas())
    const found = await fixture.connection.columns(schema, `t${index}`)
    return found.find(({ name }) => name === 'v') as TableColumn
  }
  const asker = ({ type, logical, generic }: TableColumn, index: number) =>
    queryRunnerOn(
      fixture,
      dataset({
        table_name: `t${index}`,
        columns: [
          datasetColumn({ column_name: 'id', type: 'INTEGER' }),
          datasetColumn({ column_name: 'v', type, logical_type: logical, is_dttm: generic === 2 }),
        ],
        metrics: [datasetMetric('count', 'COUNT(*)')],
      }),
      Date.UTC(2024, 5, 15),
    )

  const indexed = cases.map((each, index) => [each[0], each[1], index] as const)
  // `npm test` runs each of the shared types on one of two engines.
  const sampled = sampleCases(indexed.slice(0, shared.length), 2, queryEngines.indexOf(engine))
  it.each([...sampled, ...indexed.slice(shared.length)])(
    'finds the rows of the displayed values, of %s %s',
    async (_type, _value, index) => {
      const [, , , generic, shown] = cases[index] as Case
      const column = await columnOf(index)
      expect(column.generic).toBe(generic)
      const { rows } = asker(column, index)
      const values = (await rows({ columns: ['id', 'v'], orderby: [['id', true]] })).map(({ v }) => v as Value)
      expect(values[2]).toBeNull()
      if (shown !== undefined) expect(values[0]).toEqual(shown)
      const ids = async (op: string, val: Value | readonly Value[]) =>
        (await rows({ columns: ['id'], filters: [{ col: 'v', op, val }], orderby: [['id', true]] })).map(({ id }) => id)
      const [one = null, other = null] = values
      expect(await ids('==', one)).toEqual([1])
      expect(await ids('IN', [other])).toEqual([2])
      expect(await ids('IN', [one, null])).toEqual([1, 3])
      expect(await ids('!=', one)).toEqual([2])
      const grouped = await rows({ columns: ['v'], metrics: ['count'], orderby: [[FIRST_ID, true]] })
      expect(new Set(grouped.map(({ v }) => v))).toEqual(new Set(values))
    },
  )
})

describe.each(contractEngines)('named types of $name', (engine: Engine) => {
  // Each name contains that of another type: CHAR, TEXT, INT.
  const types = { iso_day: 'VARCHAR', chart_day: 'INTEGER', context_time: 'TIMESTAMP', printed_day: 'DATE' }
  const formats: Readonly<Record<string, string>> = { chart_day: '%Y%m%d' }
  const create = engine.name === 'postgresql' ? 'CREATE DOMAIN' : 'CREATE TYPE'
  let fixture: EngineFixture
  beforeAll(async () => {
    const names = Object.keys(types)
    fixture = await openEngineFixture(engine, [
      ...Object.entries(types).map(([name, base]) => `${create} ${name} AS ${base}`),
      `CREATE TABLE days (id INTEGER, ${names.map((name) => `${name} ${name}`).join(', ')})`,
      "INSERT INTO days VALUES (1, '2024-01-31', 20240131, '2024-01-31', '2024-01-31')",
      "INSERT INTO days VALUES (2, '2024-02-01', 20240201, '2024-02-01', '2024-02-01')",
    ])
  })
  afterAll(() => fixture.close())

  it.each(Object.keys(types))('filters and buckets the times of a column of type %s', async (name) => {
    const schema = engine.dialect.defaultSchema(await fixture.connection.schemas())
    const columns = (await fixture.connection.columns(schema, 'days')).map((column) =>
      datasetColumn({
        column_name: column.name,
        type: column.type,
        logical_type: column.logical,
        is_dttm: column.name === name,
        python_date_format: formats[column.name] ?? null,
      }),
    )
    const { rows } = queryRunnerOn(fixture, dataset({ table_name: 'days', columns }), Date.UTC(2024, 5, 15))
    const range = { granularity: name, time_range: '2024-02-01 : 2024-03-01' }
    expect(await rows({ columns: ['id'], ...range })).toEqual([{ id: 2 }])
    const axis = { label: 'month', sqlExpression: name, isColumnReference: true, columnType: 'BASE_AXIS' as const }
    const months = await rows({ columns: ['id', { ...axis, timeGrain: 'P1M' }], orderby: [['id', true]] })
    expect(months.map(({ month }) => month)).toEqual([Date.UTC(2024, 0), Date.UTC(2024, 1)])
  })
})

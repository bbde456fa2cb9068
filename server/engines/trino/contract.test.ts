import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { shiftedWeeks, timeGrains } from '#core/time/grains.ts'
import { toRecords } from '#core/table/table.ts'
import { dataset as datasetOf, datasetColumn } from '#testing/dataset.ts'
import type { EngineFixture } from '#testing/engine-fixtures.ts'
import {
  COMPARISON_TIMEOUT,
  compareRandomQueries,
  comparisonSeeds,
  QUERIES_PER_PART,
} from '#testing/compare-engines.ts'
import { openQueryRunner, queryRunnerOn } from '#testing/query-rows.ts'
import { factStatements, lengthDataset, queryDataset } from '#testing/query-fixture.ts'
import { createTrinoTables, openTrino, startTrino, type Trino } from '#testing/trino.ts'
import { truncate } from '#testing/truncate-time.ts'
import { withCaller, withImpersonation } from '../engine-caller.ts'
import type { ResultLayout } from '../engine.ts'
import { allowedFunctionNames, classifyCall } from './functions.ts'
import { trino } from './index.ts'

const TIMES = [
  '2021-08-15 13:47:38.5',
  '2021-08-16 23:59:59',
  '2021-08-14 00:00:00',
  '1965-02-28 23:59:59.999',
  '2100-12-31 23:59:59',
  '1899-12-31 00:00:00',
  '2000-02-29 06:29:30',
  '1900-02-28 23:59:59',
  '2023-03-26 02:30:00',
  '1600-03-01 00:00:00',
]

/** Rows 1 and 3 are visible; each expression of the tests fails on row 2. */
const statements = [
  `CREATE TABLE t (id INTEGER, big BIGINT, r REAL, x DOUBLE, p DECIMAL(38, 9), yes BOOLEAN, s VARCHAR, c CHAR(5),
    b VARBINARY, d DATE, ts TIMESTAMP(6), tz TIMESTAMP(6) WITH TIME ZONE, tm TIME(3), u UUID, j VARCHAR, a ARRAY(BIGINT),
    m MAP(VARCHAR, DECIMAL(5, 2)), o ROW(k INTEGER, v VARCHAR))`,
  `INSERT INTO t VALUES
    (1, 9007199254740993, REAL '0.1', DOUBLE '0.1', DECIMAL '12345678901234567890.123456789', true,
      U&'it''s \\005C \\+01F600', 'ab', X'ff00', DATE '2020-02-29', TIMESTAMP '2020-02-29 23:59:59.999999',
      TIMESTAMP '2020-02-29 23:59:59.999999 Asia/Tokyo', TIME '12:34:56.001',
      UUID '00000000-0000-4000-8000-000000000001', '{"a":[1]}', ARRAY[9007199254740993, NULL], MAP(ARRAY['k'], ARRAY[1.50]),
      ROW(1, 'v"')),
    (2, 1, REAL '1.5', -1e300, 0.5, false, '', '', X'706c61696e', DATE '1899-12-31', TIMESTAMP '1899-12-31 23:59:59',
      TIMESTAMP '1969-12-31 23:59:59.000001 UTC', TIME '00:00:00', UUID '00000000-0000-4000-8000-000000000002', '[]',
      ARRAY[], MAP(), ROW(NULL, NULL))`,
  'INSERT INTO t (id) VALUES (3)',
  'CREATE TABLE moments (i INTEGER, ts TIMESTAMP(6))',
  `INSERT INTO moments VALUES ${TIMES.map((time, index) => `(${index}, TIMESTAMP '${time}')`).join(', ')}`,
  "CREATE TABLE sales AS SELECT * FROM (VALUES (1, 'a', '1'), (2, 'b', 'x'), (3, 'a', '3')) AS v (id, city, txt)",
  'CREATE VIEW seen AS SELECT id FROM t',
  `CREATE TABLE "Odd ñame.2 --" AS SELECT 1 AS "we ""ird", 'x' AS "select"`,
  `CREATE TABLE "Odd ""name; --" AS SELECT 1 AS n`,
]

let server: Trino
let fixture: EngineFixture
beforeAll(async () => {
  server = await startTrino()
  for (const statement of statements) await server.run(statement)
  await createTrinoTables(server, factStatements)
  fixture = await openTrino(trino, server)
}, 180_000)
afterAll(async () => {
  await fixture.close()
  await server.kill()
})

const SIGNAL = new AbortController().signal

async function columnsOf(text: string, labels: readonly string[], signal = SIGNAL) {
  const sql = await fixture.guard.statement(text)
  const run = { signal, maxRows: 100, labels }
  const table = await fixture.connection.table(sql, run)
  const read = async (layout: ResultLayout) => {
    const { data } = await fixture.connection.bytes(sql, layout, run)
    return JSON.parse(Buffer.from(data).toString())
  }
  expect(await read('columns')).toEqual(table.columns.map(({ values }) => values))
  expect(await read('rows')).toHaveLength(table.rowCount)
  return table.columns
}

it('returns exact values of all types, in both forms', async () => {
  const names = (await fixture.connection.columns('default', 't')).map(({ name }) => name)
  const columns = await columnsOf('SELECT * FROM t ORDER BY id', names)
  expect(columns.map(({ name, type, values }) => [name, type, values[0], values[1], values[2]])).toEqual([
    ['id', 0, 1, 2, 3],
    ['big', 0, '9007199254740993', 1, null],
    ['r', 0, 0.1, 1.5, null],
    ['x', 0, 0.1, -1e300, null],
    ['p', 0, '12345678901234567890.123456789', 0.5, null],
    ['yes', 3, true, false, null],
    ['s', 1, String.raw`it's \ 😀`, '', null],
    ['c', 1, 'ab', '', null],
    ['b', 1, String.raw`\xff00`, 'plain', null],
    ['d', 2, Date.UTC(2020, 1, 29), Date.UTC(1899, 11, 31), null],
    ['ts', 2, Date.UTC(2020, 1, 29, 23, 59, 59) + 999.999, Date.UTC(1899, 11, 31, 23, 59, 59), null],
    ['tz', 2, Date.UTC(2020, 1, 29, 14, 59, 59) + 999.999, -999.999, null],
    ['tm', 1, '12:34:56.001', '00:00:00.000', null],
    ['u', 1, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', null],
    ['j', 1, '{"a":[1]}', '[]', null],
    ['a', 1, '[9007199254740993,null]', '[]', null],
    ['m', 1, '{"k":1.50}', '{}', null],
    ['o', 1, String.raw`{"k":1,"v":"v\""}`, '{"k":null,"v":null}', null],
  ])
  const [numbers, others] = [
    await columnsOf("SELECT nan(), -infinity(), json_parse('{\"a\":1}'), INTERVAL '1' DAY, 1.0 / 3", [
      'a',
      'b',
      'c',
      'd',
      'e',
    ]),
    await columnsOf("SELECT date '-0044-03-15', timestamp '2024-10-27 01:30:00 +05:30'", ['a', 'b']),
  ]
  expect(numbers.map(({ values }) => values[0])).toEqual([
    'NaN',
    '-Infinity',
    '{"a":1}',
    '1 00:00:00.000',
    0.333333333333,
  ])
  expect(others.map(({ values }) => values[0])).toEqual([
    Date.parse('-000044-03-15T00:00:00Z'),
    Date.UTC(2024, 9, 26, 20),
  ])
})

it('finds the rows of the displayed values', { timeout: 180_000 }, async () => {
  const found = await fixture.connection.columns('default', 't')
  const columns = found.map(({ name, type, logical, generic }) =>
    datasetColumn({ column_name: name, type, logical_type: logical, is_dttm: generic === 2 }),
  )
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 't', columns }), 0)
  for (const { name } of found.filter((column) => column.name !== 'id')) {
    const shown = (await rows({ columns: [name, 'id'], orderby: [['id', true]] })).map((row) => row[name])
    const ids = async (op: string, val: unknown) =>
      (await rows({ columns: ['id'], filters: [{ col: name, op, val: val as never }] })).map(({ id }) => id)
    expect([name, await ids('==', shown[0]), await ids('IN', [shown[1]])]).toEqual([name, [1], [2]])
    expect([name, await ids('IS NULL', undefined)]).toEqual([name, [3]])
  }
})

it('describes schemas, tables, columns and statements', async () => {
  const { connection } = fixture
  expect(await connection.schemas()).toEqual(['default'])
  expect(await connection.tables('default')).toEqual([
    { name: 'facts', kind: 'table' },
    { name: 'moments', kind: 'table' },
    { name: 'odd "name; --', kind: 'table' },
    { name: 'odd ñame.2 --', kind: 'table' },
    { name: 'sales', kind: 'table' },
    { name: 'seen', kind: 'view' },
    { name: 't', kind: 'table' },
  ])
  for (const [offset, names] of [
    [0, ['sales', 'seen']],
    [2, ['facts', 'moments']],
  ] as const) {
    const page = await connection.findTables?.('default', { text: 'S', limit: 2, offset })
    expect(page?.tables.map(({ name }) => name)).toEqual(names)
  }
  expect(await connection.findTables?.('default', { text: 's', limit: 2, offset: 9 })).toEqual({ count: 4, tables: [] })
  expect(await connection.tableMetadata('default', 't')).toMatchObject({
    primaryKey: null,
    partitions: null,
    rowEstimate: 3,
    isDerived: false,
    definition: expect.stringContaining('CREATE TABLE memory.default.t'),
  })
  expect((await connection.tableMetadata('default', 'seen'))?.isDerived).toBe(true)
  expect(await connection.tableMetadata('default', 'nosuch')).toBeUndefined()
  const sql = await fixture.guard.statement('SELECT yes, p, COUNT(*) AS n, MAX(tz) AS z FROM t GROUP BY yes, p')
  expect((await connection.shape(sql)).map(({ name, type, logical }) => [name, type, logical])).toEqual([
    ['yes', 'BOOLEAN', 'boolean'],
    ['p', 'DECIMAL(38, 9)', 'decimal'],
    ['n', 'BIGINT', 'integer'],
    ['z', 'TIMESTAMP(6) WITH TIME ZONE', 'timestamp'],
  ])
  expect(JSON.stringify(await connection.plan(sql, SIGNAL))).toContain('memory:')
  await expect(connection.tables('information_schema')).rejects.toMatchObject({ code: 'sql-refused' })
})

it('reads tables and columns with hostile names', async () => {
  const columns = ['we "ird', 'select'].map((name) => datasetColumn({ column_name: name, type: 'VARCHAR' }))
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 'Odd ñame.2 --', columns }), 0)
  expect(await rows({ columns: ['we "ird', 'select'] })).toEqual([{ 'we "ird': 1, select: 'x' }])
  const label = `a"b'c; -- ${'x'.repeat(300)}`
  const metric = { label, expressionType: 'SQL' as const, sqlExpression: 'COUNT(*)' }
  expect(await rows({ metrics: [metric] })).toEqual([{ [label]: 1 }])
  // Some connectors read such a name as a query or a pattern of names.
  const odd = queryRunnerOn(fixture, datasetOf({ table_name: 'Odd "name; --', columns: [] }), 0)
  await expect(odd.rows({ metrics: [metric] })).rejects.toMatchObject({ code: 'sql-refused', args: ['Odd "name; --'] })
})

it('ends an aborted statement in the server, and runs the next', async () => {
  const long =
    'SELECT COUNT(*) FROM moments a, moments b, moments c, moments d, moments e, moments f, moments g, moments h'
  for (const wait of [0, 20, 600]) {
    const abort = new AbortController()
    setTimeout(() => abort.abort(new Error('left')), wait)
    await expect(columnsOf(`${long} WHERE a.i + b.i > c.i + random(${wait + 1})`, ['n'], abort.signal)).rejects.toThrow(
      'left',
    )
    await vi.waitFor(async () => expect(await fixture.idle()).toBe(true), { timeout: 20_000 })
  }
  const sql = await fixture.guard.statement('SELECT i FROM moments ORDER BY i')
  const few = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 3, labels: ['i'] })
  expect(few.columns[0]?.values).toEqual([0, 1, 2])
  const limited = { signal: SIGNAL, maxRows: 5000, maxBytes: 5, labels: ['i'] }
  await expect(fixture.connection.table(sql, limited)).rejects.toMatchObject({ code: 'result-too-large' })
  await vi.waitFor(async () => expect(await fixture.idle()).toBe(true))
})

it('delivers many rows in chunks, which equal the table', async () => {
  const many =
    'SELECT a.i * 1000 + b.i * 100 + c.i * 10 + d.i AS n FROM moments a, moments b, moments c, moments d ORDER BY 1'
  const sql = await fixture.guard.statement(many)
  const run = { signal: SIGNAL, maxRows: 10_000, labels: ['n'] }
  const values: unknown[] = []
  await fixture.connection.scan(sql, run, async (chunk) => {
    await Promise.resolve()
    values.push(...(chunk.columns[0]?.values ?? []))
  })
  expect(values).toEqual(Array.from({ length: 10_000 }, (_, index) => index))
  const stopped = fixture.connection.scan(sql, run, () => Promise.reject(new Error('enough')))
  await expect(stopped).rejects.toThrow('enough')
  await vi.waitFor(async () => expect(await fixture.idle()).toBe(true))
})

it('sorts nulls after all values, as other engines do', async () => {
  const dataset = datasetOf({ table_name: 't', columns: [datasetColumn({ column_name: 'big', type: 'BIGINT' })] })
  const { rows } = queryRunnerOn(fixture, dataset, 0)
  const sorted = async (isAscending: boolean) =>
    (await rows({ columns: ['big'], orderby: [['big', isAscending]] })).map(({ big }) => big)
  expect(await sorted(true)).toEqual([1, '9007199254740993', null])
  expect(await sorted(false)).toEqual([null, '9007199254740993', 1])
})

it('the average of decimal numbers is not rounded', async () => {
  const columns = [datasetColumn({ column_name: 'price', type: 'DECIMAL(10, 2)', logical_type: 'decimal' })]
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 'facts', columns }), 0)
  const average = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'price' } } as const
  // 1.25 - 0.5 + 100 + 0 + 9.99 + 7, without the null.
  expect(await rows({ metrics: [average] })).toEqual([{ 'AVG(price)': 117.74 / 6 }])
})

it('buckets times by every grain as the calendar does', { timeout: 180_000 }, async () => {
  const moments = TIMES.map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
  const weeks = shiftedWeeks.map(([code]) => code)
  for (const code of [...timeGrains.map((grain) => grain.code), ...weeks, 'P7D', 'PT0.5H', 'P0.25Y']) {
    if (code === null) continue
    const bucket = (column: string) => trino.dialect.grains[code]?.replaceAll('{col}', column)
    const zoned = bucket("(ts AT TIME ZONE 'America/New_York')")
    const columns = await columnsOf(`SELECT ${bucket('ts')}, ${zoned} FROM moments ORDER BY i`, ['bucket', 'zoned'])
    const expected = moments.map((instant) => truncate(instant, code))
    expect([code, ...columns.map(({ values }) => values)]).toEqual([code, expected, expected])
  }
})

it('shows instants in the local time of a zone, over changes of its clocks', async () => {
  const wall = trino.dialect.wallClock('Europe/Berlin').replace('{col}', "with_timezone(ts, 'UTC')")
  const rows = `(VALUES (TIMESTAMP '2024-03-31 00:59:59'), (TIMESTAMP '2024-03-31 01:00:00'),
    (TIMESTAMP '2024-10-27 00:59:59'), (TIMESTAMP '2024-10-27 01:00:00')) AS v (ts)`
  const [column] = await columnsOf(`SELECT ${wall} FROM ${rows} ORDER BY ts`, ['wall'])
  expect(column?.values).toEqual([
    Date.UTC(2024, 2, 31, 1, 59, 59),
    Date.UTC(2024, 2, 31, 3),
    Date.UTC(2024, 9, 27, 2, 59, 59),
    Date.UTC(2024, 9, 27, 2),
  ])
})

describe('row rules in SQL of users', () => {
  const rules = [{ schema: null, name: 'sales', rules: [["city = 'a'"]] }]
  it.each([
    ['SELECT id FROM sales ORDER BY id', [1, 3]],
    ['SELECT s.id FROM "default"."SALES" AS s WHERE s.id > 0 ORDER BY 1', [1, 3]],
    ['SELECT id FROM memory.default.sales ORDER BY id', [1, 3]],
    ['WITH c AS (SELECT * FROM sales) SELECT id FROM c ORDER BY id', [1, 3]],
    ['WITH sales AS (SELECT * FROM sales) SELECT id FROM sales ORDER BY id', [1, 3]],
    ['SELECT id FROM sales UNION ALL SELECT id FROM sales ORDER BY id', [1, 1, 3, 3]],
    ['SELECT MAX(x.id) FROM moments AS m, (SELECT id FROM sales) AS x WHERE m.i = 1', [3]],
    ['SELECT id FROM sales WHERE 1 / (id - 2) IS NOT NULL OR id = 2 ORDER BY id', [1, 3]],
    ['SELECT id FROM sales WHERE CAST(txt AS INTEGER) > 0 ORDER BY id', [1, 3]],
    ['SELECT id FROM sales WHERE 1 / (id - 2) < 9 AND CAST(txt AS INTEGER) > 0 ORDER BY id', [1, 3]],
    ['SELECT s.id FROM moments m JOIN sales s ON m.i = CAST(s.txt AS INTEGER) ORDER BY 1', [1, 3]],
    ['SELECT id FROM sales WHERE id IN (SELECT 10 / (id - 2) FROM sales) OR id > 0 ORDER BY id', [1, 3]],
    ['SELECT s.id FROM sales s CROSS JOIN UNNEST(ARRAY[CAST(s.txt AS INTEGER)]) AS u (n) ORDER BY 1', [1, 3]],
    ['SELECT SUM(CAST(txt AS INTEGER)) FROM sales HAVING MIN(CAST(txt AS INTEGER)) > 0', [4]],
    ['SELECT DISTINCT CASE WHEN CAST(txt AS INTEGER) > 0 THEN id END FROM sales ORDER BY 1', [1, 3]],
    ['SELECT TRY(CAST(txt AS INTEGER)) FROM sales ORDER BY 1', [1, 3]],
  ])('applies to %s', async (text, ids) => {
    const sql = await fixture.guard.statement(text, rules)
    const table = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 10, labels: ['id'] })
    expect(table.columns[0]?.values).toEqual(ids)
  })

  it('rejects charts whose expressions fail on hidden rows', async () => {
    const columns = ['id', 'city', 'txt'].map((name) => datasetColumn({ column_name: name, type: 'VARCHAR' }))
    const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 'sales', columns }), 0)
    const number = { label: 'n', sqlExpression: 'CAST(txt AS INTEGER)', expressionType: 'SQL' as const }
    const metric = { label: 'total', expressionType: 'SQL' as const, sqlExpression: 'SUM(CAST(txt AS INTEGER))' }
    const hidden = ["city = 'a'"]
    expect(await rows({ columns: ['city'], metrics: [metric] }, hidden)).toEqual([{ city: 'a', total: 4 }])
    const filters = [{ col: number, op: '>', val: 1 }]
    expect(await rows({ columns: ['id'], filters }, hidden)).toEqual([{ id: 3 }])
    const where = '1 / (id - 2) IS NOT NULL'
    expect(await rows({ columns: ['id'], extras: { where }, orderby: [['id', true]] }, hidden)).toEqual([
      { id: 1 },
      { id: 3 },
    ])
  })
})

it('names missing objects with their position', async () => {
  const failure = (text: string) =>
    columnsOf(text, ['a']).then(
      () => undefined,
      (error: unknown) => trino.explain(error, text),
    )
  expect(await failure('SELECT\n  nope FROM t')).toMatchObject({ code: 'column-missing', args: ['nope'], position: 9 })
  expect(await failure('SELECT 1 FROM nope')).toMatchObject({ code: 'table-missing', args: ['nope'], position: 14 })
  expect(await failure('SELECT 1 FROM nope.t')).toMatchObject({ code: 'schema-missing', args: ['nope'] })
  expect(await failure('SELECT 1 / 0')).toMatchObject({ code: 'query-failed', args: ['Division by zero'] })
  const sql = await fixture.guard.statement('SELECT id, nope FROM t')
  const shape = fixture.connection.shape(sql).catch((error: unknown) => trino.explain(error, sql.text))
  expect(await shape).toMatchObject({ code: 'column-missing', position: 11 })
})

it('names the invalid part of a connection', async () => {
  const connect = (path: string) =>
    trino.connect(trino.parseUri(`trino://facet@127.0.0.1:${path}`) ?? {}, fixture.storage).then(
      () => undefined,
      (error: unknown) => trino.explain(error),
    )
  expect(await connect(`${server.port}/nosuch`)).toMatchObject({ code: 'connection-database', args: ['nosuch'] })
  expect(await connect(`${server.port}/memory/nosuch`)).toMatchObject({ code: 'connection-database' })
  expect(await connect(`${server.port}/system`)).toMatchObject({ code: 'connection-database', args: ['system'] })
  expect(await connect('1/memory')).toMatchObject({ code: 'connection-port-closed' })
})

it('has a decision for every function of the server', { timeout: 180_000 }, async () => {
  const rows = await server.run('SHOW FUNCTIONS')
  const names = [...new Set(rows.filter(([, , , type]) => type !== 'table').map(([name]) => String(name)))]
  const verdict = (name: string) => classifyCall({ kind: 'function', schema: null, name })
  expect(names.filter((name) => verdict(name) === 'unknown')).toEqual([])
  // These are syntax.
  const syntax =
    `cast coalesce current_time current_timestamp extract format grouping if json_array json_exists json_object
    json_query json_value localtime localtimestamp nullif position row substring trim try try_cast`.split(/\s+/)
  expect([...allowedFunctionNames].filter((name) => !names.includes(name) && !syntax.includes(name))).toEqual([])
})

it.each(comparisonSeeds)(
  'returns the rows of DuckDB for random queries of seed %i',
  {
    timeout: COMPARISON_TIMEOUT,
  },
  async (seed) => {
    const now = Date.UTC(2024, 5, 15)
    const duckdb = await openQueryRunner(queryDataset, factStatements, now)
    try {
      const compared = await compareRandomQueries(seed, {
        actual: queryRunnerOn(fixture, lengthDataset, now),
        expected: duckdb,
      })
      expect(compared).toBe(QUERIES_PER_PART)
    } finally {
      await duckdb.close()
    }
  },
)

it('runs by the name of a user, with tags', async () => {
  const marked = () => columnsOf("SELECT 'marked by a user'", ['a'])
  await withCaller({ username: 'ana', dashboard: 7 }, () => withImpersonation('ana', marked))
  const rows = await server.run(`SELECT DISTINCT "user", source FROM system.runtime.queries
    WHERE query = 'SELECT ''marked by a user'''`)
  expect(rows).toEqual([['ana', 'facet']])
})

it('returns a named error while the server is down, and runs statements when it is back', {
  timeout: 180_000,
}, async () => {
  const sql = await fixture.guard.statement('SELECT 1 AS n')
  const run = { signal: SIGNAL, maxRows: 1, labels: ['n'] }
  const asked = async () => toRecords(await fixture.connection.table(sql, run))
  expect(await asked()).toEqual([{ n: 1 }])
  await server.kill()
  const failure = await asked().catch((error: unknown) => trino.explain(error))
  expect(failure).toMatchObject({ code: expect.stringMatching(/^connection-(port-closed|failed)$/) })
  await server.start()
  expect(await asked()).toEqual([{ n: 1 }])
})

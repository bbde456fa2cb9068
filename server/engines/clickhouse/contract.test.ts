import { afterAll, beforeAll, expect, it } from 'vitest'
import { shiftedWeeks, timeGrains } from '#core/time/grains.ts'
import { type ClickHouseFixture, openClickHouse } from '#testing/clickhouse.ts'
import { dataset as datasetOf, datasetColumn } from '#testing/dataset.ts'
import { queryRunnerOn } from '#testing/query-rows.ts'
import { truncate } from '#testing/truncate-time.ts'
import type { ResultLayout } from '../engine.ts'
import { clickhouse } from './index.ts'

const TIMES = [
  '2021-08-15 13:47:38.5',
  '2021-08-16 23:59:59',
  '2021-08-14 00:00:00',
  '1965-02-28 23:59:59.999',
  '2100-12-31 23:59:59',
  '1900-01-01 00:00:00',
  '1899-12-31 10:00:00',
  '2000-02-29 06:29:30',
  '2023-03-26 02:30:00',
  '2024-02-29 23:59:59.999999',
]

/** Types without null, and with it. */
const statements = [
  `CREATE TABLE t (id Int32, big Nullable(Int64), u Nullable(UInt64), huge Nullable(Int128), r Nullable(Float32),
    x Nullable(Float64), p Nullable(Decimal(38, 9)), yes Nullable(Bool), s Nullable(String),
    lc LowCardinality(Nullable(String)), fs Nullable(FixedString(4)), d Nullable(Date32), day Nullable(Date),
    ts Nullable(DateTime64(6, 'Europe/Berlin')), dt Nullable(DateTime), e Nullable(Enum8('a' = 1, 'b' = 2)),
    uid Nullable(UUID), ip Nullable(IPv4), arr Array(String), m Map(String, Int64), tup Tuple(x Int8, y String))
    ENGINE = MergeTree ORDER BY id COMMENT 'all types'`,
  String.raw`INSERT INTO t VALUES
    (1, 9007199254740993, 18446744073709551615, '170141183460469231731687303715884105727', 0.1, 0.1,
      '12345678901234567890.123456789', true, 'it''s \\ 😀', 'x', 'ab', '1900-02-28', '2020-02-29',
      '2020-02-29 23:59:59.999999', '2020-02-29 12:00:00', 'a', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', '1.2.3.4',
      ['a', 'b'], {'k': 1}, (1, 'z')),
    (2, 1, 1, 1, 1.5, -1e300, 0.5, false, '', '', '', '2100-12-31', '1970-01-01', '1970-01-01 01:00:00',
      '1970-01-01 00:00:00', 'b', '61f0c404-5cb3-11e7-907b-a6006ad3dba1', '0.0.0.0', ['c'], {'l': 2}, (2, '')),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      [], {}, (0, ''))`,
  "CREATE TABLE moments (i Int32, ts DateTime64(6, 'UTC')) ENGINE = MergeTree ORDER BY i",
  `INSERT INTO moments VALUES ${TIMES.map((time, index) => `(${index}, '${time}')`).join(', ')}`,
  'CREATE TABLE sales (id Int64, city String, secret Int64) ENGINE = MergeTree ORDER BY id',
  "INSERT INTO sales VALUES (1, 'a', 1), (2, 'b', 0), (3, 'a', 2)",
  `CREATE TABLE fenced (id Int64, city String, wide String, secret Int32, k Int8) ENGINE = MergeTree ORDER BY id
    SETTINGS index_granularity = 128`,
  // The secret of hidden rows is 0. The server reads the narrow columns first.
  `INSERT INTO fenced SELECT number, if(number % 2 = 0, 'a', 'b'), repeat('x', 300), (number + 1) % 2, number % 3
    FROM numbers(5000)`,
  'CREATE VIEW seen AS SELECT id FROM t',
  'CREATE TABLE many (n Int64) ENGINE = MergeTree ORDER BY n',
  'INSERT INTO many SELECT number + 1 FROM numbers(20000)',
  'CREATE TABLE "odd name" ("a b" Int8, "ä""`" String, "select" Nullable(Int8)) ENGINE = MergeTree ORDER BY "a b"',
  `INSERT INTO "odd name" VALUES (1, 'x', NULL)`,
]

let fixture: ClickHouseFixture
beforeAll(async () => {
  fixture = await openClickHouse(statements)
})
afterAll(() => fixture.close())

const SIGNAL = new AbortController().signal

async function columnsOf(text: string, labels: readonly string[]) {
  const sql = await fixture.guard.statement(text)
  const run = { signal: SIGNAL, maxRows: 100, labels }
  const table = await fixture.connection.table(sql, run)
  const read = async (layout: ResultLayout) => {
    const { data } = await fixture.connection.bytes(sql, layout, run)
    return JSON.parse(Buffer.from(data).toString())
  }
  expect(await read('columns')).toEqual(table.columns.map(({ values }) => values))
  expect(await read('rows')).toHaveLength(table.rowCount)
  return table.columns
}

const schemaOf = async () => (await fixture.connection.schemas())[0] ?? ''

it('returns exact values of all types, in both forms', async () => {
  const names = (await fixture.connection.columns(await schemaOf(), 't')).map(({ name }) => name)
  const columns = await columnsOf('SELECT * FROM t ORDER BY id', names)
  expect(columns.map(({ name, type, values }) => [name, type, ...values])).toEqual([
    ['id', 0, 1, 2, 3],
    ['big', 0, '9007199254740993', 1, null],
    ['u', 0, '18446744073709551615', 1, null],
    ['huge', 0, '170141183460469231731687303715884105727', 1, null],
    ['r', 0, 0.1, 1.5, null],
    ['x', 0, 0.1, -1e300, null],
    ['p', 0, '12345678901234567890.123456789', 0.5, null],
    ['yes', 3, true, false, null],
    ['s', 1, String.raw`it's \ 😀`, '', null],
    ['lc', 1, 'x', '', null],
    ['fs', 1, 'ab', '', null],
    ['d', 2, Date.UTC(1900, 1, 28), Date.UTC(2100, 11, 31), null],
    ['day', 2, Date.UTC(2020, 1, 29), 0, null],
    ['ts', 2, Date.UTC(2020, 1, 29, 22, 59, 59) + 999.999, 0, null],
    ['dt', 2, Date.UTC(2020, 1, 29, 12), 0, null],
    ['e', 1, 'a', 'b', null],
    ['uid', 1, '61f0c404-5cb3-11e7-907b-a6006ad3dba0', '61f0c404-5cb3-11e7-907b-a6006ad3dba1', null],
    ['ip', 1, '1.2.3.4', '0.0.0.0', null],
    ['arr', 1, '["a","b"]', '["c"]', '[]'],
    ['m', 1, '{"k":"1"}', '{"l":"2"}', '{}'],
    ['tup', 1, '{"x":1,"y":"z"}', '{"x":2,"y":""}', '{"x":0,"y":""}'],
  ])
  expect(columns.filter(({ isDays }) => isDays).map(({ name }) => name)).toEqual(['d', 'day'])
})

it('finds the rows of the displayed values', async () => {
  const found = await fixture.connection.columns(await schemaOf(), 't')
  const columns = found.map(({ name, type, logical, generic }) =>
    datasetColumn({ column_name: name, type, logical_type: logical, is_dttm: generic === 2 }),
  )
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 't', columns }), 0)
  for (const { name } of found.filter((column) => column.name !== 'id')) {
    const shown = (await rows({ columns: [name, 'id'], orderby: [['id', true]] })).map((row) => row[name])
    const ids = async (op: string, val: unknown) =>
      (await rows({ columns: ['id'], filters: [{ col: name, op, val: val as never }] })).map(({ id }) => id)
    expect([name, await ids('==', shown[0]), await ids('IN', [shown[1]])]).toEqual([name, [1], [2]])
  }
})

it('describes schemas, tables, columns and statements', async () => {
  const { connection } = fixture
  const schema = await schemaOf()
  expect(await connection.tables(schema)).toEqual([
    { name: 'fenced', kind: 'table' },
    { name: 'many', kind: 'table' },
    { name: 'moments', kind: 'table' },
    { name: 'odd name', kind: 'table' },
    { name: 'sales', kind: 'table' },
    { name: 'seen', kind: 'view' },
    { name: 't', kind: 'table' },
  ])
  for (const [offset, names] of [
    [0, ['sales', 'seen']],
    [2, ['moments']],
  ] as const) {
    const page = await connection.findTables?.(schema, { text: 'S', limit: 2, offset })
    expect(page?.tables.map(({ name }) => name)).toEqual(names)
  }
  expect(await connection.findTables?.(schema, { text: 's', limit: 2, offset: 9 })).toEqual({ count: 3, tables: [] })
  expect(await connection.tableMetadata(schema, 't')).toMatchObject({
    comment: 'all types',
    primaryKey: { columns: ['id'] },
    rowEstimate: 3,
    isDerived: false,
    definition: expect.stringContaining('CREATE TABLE'),
  })
  expect(await connection.tableMetadata(schema, 'seen')).toMatchObject({ isDerived: true })
  expect(await connection.tableMetadata(schema, 'nosuch')).toBeUndefined()
  const sql = await fixture.guard.statement('SELECT yes, p, COUNT(*) AS n FROM t GROUP BY yes, p')
  expect((await connection.shape(sql)).map(({ name, logical, nullable }) => [name, logical, nullable])).toEqual([
    ['yes', 'boolean', true],
    ['p', 'decimal', true],
    ['n', 'integer', false],
  ])
  expect((await connection.plan(sql, SIGNAL)).children.length).toBeGreaterThan(0)
  const many = await fixture.guard.statement('SELECT a.n FROM many a JOIN many b ON a.n = b.n')
  expect((await connection.plan(many, SIGNAL)).cost).toBe(40_000)
  for (const system of ['system', 'INFORMATION_SCHEMA'])
    await expect(connection.tables(system)).rejects.toMatchObject({ code: 'sql-refused', args: [system] })
})

it('buckets times by every grain as the calendar does', async () => {
  const moments = TIMES.map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
  const weeks = shiftedWeeks.map(([code]) => code)
  for (const code of [...timeGrains.map((grain) => grain.code), ...weeks, 'P7D', 'PT0.5H', 'P0.25Y']) {
    if (code === null) continue
    const bucket = clickhouse.dialect.grains[code]?.replaceAll('{col}', 'ts')
    const [column] = await columnsOf(`SELECT ${bucket} FROM moments ORDER BY i`, ['bucket'])
    expect([code, column?.type, column?.values]).toEqual([code, 2, moments.map((instant) => truncate(instant, code))])
  }
})

it('buckets a column under its name, and sorts by the bucket', async () => {
  const ts = datasetColumn({ column_name: 'ts', type: 'DateTime64(6)', is_dttm: true })
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 'moments', main_dttm_col: 'ts', columns: [ts] }), 0)
  const axis = {
    expressionType: 'SQL',
    columnType: 'BASE_AXIS',
    sqlExpression: 'ts',
    label: 'ts',
    timeGrain: 'P1Y',
  } as const
  const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' } as const
  const found = await rows({
    columns: [axis],
    metrics: [count],
    orderby: [['ts', false]],
    filters: [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2000-01-01T00:00:00 : 2024-01-01T00:00:00' }],
  })
  expect(found).toEqual([
    { ts: Date.UTC(2023, 0, 1), n: 1 },
    { ts: Date.UTC(2021, 0, 1), n: 3 },
    { ts: Date.UTC(2000, 0, 1), n: 1 },
  ])
})

it('sorts nulls after all values, and sums no rows to null, as other engines do', async () => {
  const column = datasetColumn({ column_name: 'big', type: 'Nullable(Int64)' })
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 't', columns: [column] }), 0)
  const sorted = async (isAscending: boolean) =>
    (await rows({ columns: ['big'], orderby: [['big', isAscending]] })).map(({ big }) => big)
  expect(await sorted(true)).toEqual([1, '9007199254740993', null])
  expect(await sorted(false)).toEqual([null, '9007199254740993', 1])
  const [total, least] = await columnsOf('SELECT SUM(n), MIN(n) FROM many WHERE n < 0', ['total', 'least'])
  expect([total?.values, least?.values]).toEqual([[null], [null]])
})

it('reads tables and columns with hostile names', async () => {
  const schema = await schemaOf()
  const found = await fixture.connection.columns(schema, 'odd name')
  expect(found.map(({ name }) => name)).toEqual(['a b', 'ä"`', 'select'])
  const columns = found.map(({ name, type }) => datasetColumn({ column_name: name, type }))
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 'odd name', columns }), 0)
  expect(await rows({ columns: ['a b', 'ä"`', 'select'] })).toEqual([{ 'a b': 1, 'ä"`': 'x', select: null }])
  expect(await rows({ columns: ['a b'] }, ['"a b" = 2'])).toEqual([])
})

it.each([
  ["SELECT * FROM url('http://127.0.0.1/', 'CSV', 'a Int8')", 'sql-refused'],
  ["SELECT * FROM file('/etc/passwd', 'LineAsString')", 'sql-refused'],
  ["SELECT file('/etc/passwd')", 'sql-refused'],
  ["SELECT * FROM s3('http://x/y', 'CSV')", 'sql-refused'],
  ["SELECT * FROM remote('127.0.0.1', system.users)", 'sql-refused'],
  ["SELECT * FROM cluster('default', system.one)", 'sql-refused'],
  ["SELECT * FROM mysql('h:1', 'd', 't', 'u', 'p')", 'sql-refused'],
  ["SELECT * FROM postgresql('h:1', 'd', 't', 'u', 'p')", 'sql-refused'],
  ["SELECT * FROM jdbc('x', 's', 't')", 'sql-refused'],
  ["SELECT * FROM executable('x.sh', 'TSV', 'a Int8')", 'sql-refused'],
  ["SELECT * FROM merge('.*', 'sales')", 'sql-refused'],
  ['SELECT * FROM numbers(5)', 'sql-refused'],
  ["SELECT dictGet('secrets', 'password', 1)", 'sql-refused'],
  ['SELECT * FROM system.users', 'sql-refused'],
  ['SELECT * FROM "SYSTEM".users', 'sql-refused'],
  ['SELECT * FROM information_schema.tables', 'sql-refused'],
  ["SELECT getSetting('max_threads')", 'sql-refused'],
  ['SELECT sleep(1)', 'sql-refused'],
  ['SELECT id FROM sales WHERE id IN (sales)', 'sql-refused'],
  ['SELECT in(1, sales)', 'sql-refused'],
  ['WITH sales AS (SELECT 1 AS id) SELECT id FROM sales', 'sql-refused'],
  ['SELECT 1 FROM "a.b"', 'sql-refused'],
  ['SELECT id FROM sales ARRAY JOIN many', 'sql-refused'],
  ['WITH "a.b" AS (SELECT 1 AS n) SELECT n FROM "a.b"', 'sql-refused'],
  ['SELECT id FROM sales SAMPLE 0.1', 'sql-refused'],
  ['SELECT id FROM sales PREWHERE id = 1', 'sql-refused'],
  ['SELECT 1 SETTINGS readonly = 0', 'sql-syntax'],
  ['SELECT id FROM sales SETTINGS max_threads = 1', 'sql-refused'],
  ['SELECT id FROM sales FORMAT CSV', 'sql-refused'],
  ["SELECT 1 INTO OUTFILE '/tmp/facet'", 'sql-syntax'],
  ['SELECT {a:String}', 'sql-syntax'],
  ['SELECT $$text$$', 'sql-syntax'],
  ['SELECT 1 # comment', 'sql-syntax'],
  ['SELECT ‘text’', 'sql-syntax'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['DROP TABLE t', 'virtual-not-select'],
  ['SYSTEM SHUTDOWN', 'sql-syntax'],
])('rejects %s', async (text, code) => {
  await expect(fixture.guard.select(text)).rejects.toMatchObject({ code })
})

it.each([
  'DROP TABLE t',
  "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a Int8')",
  "SELECT * FROM file('/etc/passwd', 'LineAsString')",
  'SELECT 1 SETTINGS max_threads = 3',
])('statements stay read-only in the server for any text of a statement: %s', async (text) => {
  const sql = { ...(await fixture.guard.statement('SELECT 1')), text }
  const run = { signal: SIGNAL, maxRows: 1, labels: [] }
  const failed = await fixture.connection.table(sql, run).catch((error: unknown) => clickhouse.explain(error))
  expect(failed).toMatchObject({ message: expect.stringContaining('readonly mode') })
})

it.each([
  ['SELECT id FROM sales ORDER BY id', [1, 3]],
  ['SELECT s.id FROM `sales` AS s WHERE s.id > 0 ORDER BY 1', [1, 3]],
  ['WITH c AS (SELECT * FROM sales) SELECT id FROM c ORDER BY id', [1, 3]],
  ['SELECT id FROM (SELECT id FROM sales UNION ALL SELECT id FROM sales) AS u ORDER BY id', [1, 1, 3, 3]],
  ['SELECT MAX(x.id) FROM many AS m, (SELECT id FROM sales) AS x WHERE m.n = 1', [3]],
  ['SELECT id FROM sales WHERE intDiv(1, secret) > -1 ORDER BY id', [1, 3]],
  ['SELECT id FROM sales WHERE id IN (SELECT id FROM sales) ORDER BY id', [1, 3]],
])('applies a row rule within %s', async (text, ids) => {
  const rules = [{ schema: null, name: 'sales', rules: [["city = 'a'"]] }]
  const sql = await fixture.guard.statement(text, rules)
  const table = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 10, labels: ['id'] })
  expect(table.columns[0]?.values).toEqual(ids)
})

const FENCE = /LIMIT 9223372036854775807/g

// Each fails on a hidden row: the server moves conditions into a sub-query without the fence.
it.each([
  ['SELECT COUNT(*) FROM fenced WHERE intDiv(1, secret) = 1', 2500],
  ['SELECT COUNT(*) FROM fenced WHERE intDiv(1, secret) = 1 AND k = 1', 833],
  ['SELECT COUNT(*) FROM fenced WHERE has(arrayMap(x -> intDiv(1, x), [secret]), 1)', 2500],
  ['SELECT COUNT(*) FROM fenced AS f JOIN (SELECT 0 AS z) AS g ON intDiv(1, f.secret) = g.z + 1', 2500],
  ['WITH c AS (SELECT * FROM fenced) SELECT COUNT(*) FROM c WHERE intDiv(1, secret) = 1', 2500],
  ['SELECT id FROM fenced WHERE intDiv(1, secret) = 1 ORDER BY id DESC LIMIT 1', 4998],
])('evaluates no part of a statement on a hidden row: %s', async (text, value) => {
  const rules = [{ schema: null, name: 'fenced', rules: [["concat(wide, city) LIKE '%a'"]] }]
  const sql = await fixture.guard.statement(text, rules)
  const run = { signal: SIGNAL, maxRows: 10, labels: ['value'] }
  expect((await fixture.connection.table(sql, run)).columns[0]?.values).toEqual([value])
  const open = { ...sql, text: sql.text.replace(FENCE, '') }
  await expect(fixture.connection.table(open, run)).rejects.toThrow('Division by zero')
})

it('evaluates no filter of a user on a hidden row of a dataset', async () => {
  const columns = ['id', 'city', 'secret'].map((name) => datasetColumn({ column_name: name, type: 'Int64' }))
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 'sales', columns }), 0)
  // Row 2 would be a division by zero.
  const query = { columns: ['id'], orderby: [['id', true] as const], extras: { where: 'intDiv(1, secret) > -1' } }
  expect(await rows(query, ["city = 'a'"])).toEqual([{ id: 1 }, { id: 3 }])
})

it.each([
  ['SELECT arrayMap(x -> x + 1, [1, 2])[1] AS v', 2],
  ['SELECT CAST(NULL AS Nullable(Int8)) IS NULL AS v', 1],
  ['SELECT toDate(1)::String AS v', '1970-01-02'],
  ["SELECT sumIf(id, city = 'a') AS v FROM sales", 4],
  ['SELECT quantileExact(0.5)(id) AS v FROM sales', 2],
  ['SELECT countDistinct(city) AS v FROM sales', 2],
  ['SELECT arrayJoin([5]) AS v', 5],
  ['SELECT SUM(id) OVER (PARTITION BY city) AS v FROM sales WHERE id = 2', 2],
  ["SELECT toDate('2024-02-28') + INTERVAL 1 DAY AS v", Date.UTC(2024, 1, 29)],
  ['SELECT * EXCEPT (city, secret) FROM sales WHERE id = 3', 3],
])('allows %s', async (text, value) => {
  const [column] = await columnsOf(text, ['v'])
  expect(column?.values).toEqual([value])
})

it('limits rows and bytes, and reads large results in chunks', async () => {
  const sql = await fixture.guard.statement('SELECT n FROM many ORDER BY n')
  const few = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 3, labels: ['n'] })
  expect(few.columns[0]?.values).toEqual([1, 2, 3])
  const limited = { signal: SIGNAL, maxRows: 5000, maxBytes: 2000, labels: ['n'] }
  await expect(fixture.connection.table(sql, limited)).rejects.toMatchObject({ code: 'result-too-large' })
  let [rows, chunks] = [0, 0]
  await fixture.connection.scan(sql, { ...limited, maxRows: 30_000, maxBytes: 100_000 }, (chunk) => {
    rows += chunk.rowCount
    chunks++
    return Promise.resolve()
  })
  expect([rows, chunks > 1]).toEqual([20_000, true])
})

it('names missing objects, and the invalid part of a connection', async () => {
  const failure = (text: string) =>
    columnsOf(text, ['a']).then(
      () => undefined,
      (error: unknown) => clickhouse.explain(error),
    )
  expect(await failure('SELECT nope FROM t')).toMatchObject({ code: 'column-missing', args: ['nope'] })
  expect(await failure('SELECT 1 FROM nope')).toMatchObject({ code: 'table-missing', args: ['nope'] })
  const connect = (uri: string) =>
    clickhouse
      .connect(clickhouse.parseUri(uri) ?? {}, fixture.storage)
      .catch((error: unknown) => clickhouse.explain(error))
  expect(await connect(fixture.uri.replace(/:[^:@]+@/, ':wrong@'))).toMatchObject({
    code: 'connection-denied',
    args: ['default'],
  })
  expect(await connect(fixture.uri.replace(/[^/]*$/, 'nosuch'))).toMatchObject({
    code: 'connection-database',
    args: ['nosuch'],
  })
  expect(await connect('clickhousedb://u@127.0.0.1:1/d')).toMatchObject({ code: 'connection-port-closed' })
})

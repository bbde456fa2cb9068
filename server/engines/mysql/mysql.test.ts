import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { shiftedWeeks, timeGrains } from '#core/time/grains.ts'
import { dataset as datasetOf, datasetColumn } from '#testing/dataset.ts'
import { type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { mariadbUri } from '#testing/mariadb.ts'
import { queryRunnerOn } from '#testing/query-rows.ts'
import { truncate } from '#testing/truncate-time.ts'
import type { ResultLayout } from '../engine.ts'
import { mysql } from './index.ts'

const TIMES = [
  '2021-08-15 13:47:38.5',
  '2021-08-16 23:59:59',
  '2021-08-14 00:00:00',
  '1965-02-28 23:59:59.999',
  '2100-12-31 23:59:59',
  '1900-01-01 00:00:00',
  '2000-02-29 06:29:30',
  '2023-03-26 02:30:00',
  '1600-03-01 00:00:00',
]

/** Names that the collation of the catalogue takes for equal. */
const EQUAL_NAMES = ['TIE', 'TiE', 'Tie', 'tIE', 'tiE', 'tie']

/** A smoke test on MariaDB; `contract-property.test.ts` compares the engine with the others. */
const statements = [
  ...EQUAL_NAMES.toReversed().map((name) => `CREATE VIEW ${name} AS SELECT 1 AS n`),
  `CREATE TABLE t (id INT PRIMARY KEY, big BIGINT, r FLOAT, x DOUBLE, p DECIMAL(30, 9), yes BOOLEAN, s VARCHAR(100),
    b VARBINARY(10), d DATE, ts DATETIME(6), tm TIME, bits BIT(9), e ENUM('a', 'b')) COMMENT 'all types'`,
  String.raw`INSERT INTO t VALUES
    (1, 9007199254740993, 0.1, 0.1, 12345678901234567890.123456789, TRUE, 'it''s \\ 😀', x'ff00', '2020-02-29',
      '2020-02-29 23:59:59.999999', '12:34:56', b'101', 'a'),
    (2, 1, 1.5, -1e300, 0.5, FALSE, '', 'plain', '1899-12-31', '1899-12-31 23:59:59', '00:00:00', b'0', 'b'),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  'CREATE TABLE many AS SELECT seq AS n, md5(seq) AS h FROM seq_1_to_20000',
  'CREATE VIEW seen AS SELECT id FROM t',
  'CREATE TABLE moments (i INT, ts DATETIME(6))',
  `INSERT INTO moments VALUES ${TIMES.map((time, index) => `(${index}, '${time}')`).join(', ')}`,
  'CREATE TABLE sales (id INT, city VARCHAR(20), code VARCHAR(9) CHARACTER SET ascii COLLATE ascii_bin)',
  "INSERT INTO sales (id, city) VALUES (1, 'a'), (2, 'b'), (3, 'a')",
  'CREATE FUNCTION hidden(n INT) RETURNS INT READS SQL DATA RETURN (SELECT MAX(big) FROM t)',
]

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture(mysql, statements)
})
afterAll(() => fixture.close())

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
  const schema = mysql.dialect.defaultSchema(await fixture.connection.schemas())
  const names = (await fixture.connection.columns(schema, 't')).map(({ name }) => name)
  const columns = await columnsOf('SELECT * FROM t ORDER BY id', names)
  expect(columns.map(({ name, type, values }) => [name, type, values[0], values[1], values[2]])).toEqual([
    ['id', 0, 1, 2, 3],
    ['big', 0, '9007199254740993', 1, null],
    ['r', 0, 0.1, 1.5, null],
    ['x', 0, 0.1, -1e300, null],
    ['p', 0, '12345678901234567890.123456789', 0.5, null],
    ['yes', 0, 1, 0, null],
    ['s', 1, String.raw`it's \ 😀`, '', null],
    ['b', 1, String.raw`\xff00`, 'plain', null],
    ['d', 2, Date.UTC(2020, 1, 29), Date.UTC(1899, 11, 31), null],
    ['ts', 2, Date.UTC(2020, 1, 29, 23, 59, 59) + 999.999, Date.UTC(1899, 11, 31, 23, 59, 59), null],
    ['tm', 1, '12:34:56', '00:00:00', null],
    ['bits', 0, 5, 0, null],
    ['e', 1, 'a', 'b', null],
  ])
})

it('finds the rows of the displayed values', async () => {
  const schema = mysql.dialect.defaultSchema(await fixture.connection.schemas())
  const found = await fixture.connection.columns(schema, 't')
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
  const [schema = ''] = await connection.schemas()
  expect(await connection.tables(schema)).toEqual([
    { name: 'many', kind: 'table' },
    { name: 'moments', kind: 'table' },
    { name: 'sales', kind: 'table' },
    { name: 'seen', kind: 'view' },
    { name: 't', kind: 'table' },
    ...EQUAL_NAMES.map((name) => ({ name, kind: 'view' })),
  ])
  const pages: string[] = []
  for (const offset of [0, 2, 4]) {
    const page = await connection.findTables?.(schema, { text: 'tie', limit: 2, offset })
    pages.push(...(page?.tables ?? []).map(({ name }) => name))
  }
  expect(pages).toEqual(EQUAL_NAMES)
  expect(await connection.tableMetadata(schema, 't')).toMatchObject({
    comment: 'all types',
    primaryKey: { name: 'PRIMARY', columns: ['id'] },
    isDerived: false,
    definition: expect.stringContaining('CREATE TABLE `t`'),
  })
  expect((await connection.tableMetadata(schema, 'sales'))?.columnCollations).toEqual({ code: 'ascii_bin' })
  expect(await connection.tableMetadata(schema, 'nosuch')).toBeUndefined()
  const sql = await fixture.guard.statement('SELECT yes, p, COUNT(*) AS n FROM t GROUP BY yes, p')
  expect((await connection.shape(sql)).map(({ name, logical }) => [name, logical])).toEqual([
    ['yes', 'integer'],
    ['p', 'decimal'],
    ['n', 'integer'],
  ])
  expect((await connection.plan(sql, SIGNAL)).children.length).toBeGreaterThan(0)
})

it('rejects metadata of the schemas of the server by name', async () => {
  const { connection } = fixture
  for (const schema of ['mysql', 'information_schema', 'PERFORMANCE_SCHEMA', 'sys']) {
    const failure = { code: 'sql-refused', args: [schema] }
    await expect(connection.tables(schema)).rejects.toMatchObject(failure)
    await expect(connection.columns(schema, 'user')).rejects.toMatchObject(failure)
    await expect(connection.tableMetadata(schema, 'user')).rejects.toMatchObject(failure)
  }
})

it('ends an aborted statement in the server, and runs the next', async () => {
  const abort = new AbortController()
  setTimeout(() => abort.abort(new Error('left')), 200)
  const long = 'SELECT COUNT(*) FROM many a, many b, many c WHERE a.h > b.h'
  await expect(columnsOf(long, ['n'], abort.signal)).rejects.toThrow('left')
  await vi.waitFor(async () => expect(await fixture.idle()).toBe(true))
  const sql = await fixture.guard.statement('SELECT n FROM many ORDER BY n')
  const few = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 3, labels: ['n'] })
  expect(few.columns[0]?.values).toEqual([1, 2, 3])
  const limited = { signal: SIGNAL, maxRows: 5000, maxBytes: 2000, labels: ['n'] }
  await expect(fixture.connection.table(sql, limited)).rejects.toMatchObject({ code: 'result-too-large' })
})

it.each([
  ["SELECT LOAD_FILE('/etc/passwd')", 'sql-refused'],
  ["SELECT 1 INTO OUTFILE '/tmp/facet'", 'sql-syntax'],
  ['SELECT SLEEP(5)', 'sql-refused'],
  ['SELECT BENCHMARK(1000000, MD5(1))', 'sql-refused'],
  ["SELECT GET_LOCK('a', 1)", 'sql-refused'],
  ['SELECT * FROM mysql.user', 'sql-refused'],
  ['SELECT * FROM `INFORMATION_SCHEMA`.TABLES', 'sql-refused'],
  ['SELECT @@datadir', 'sql-syntax'],
  ['SELECT 1 /*! , SLEEP(5) */', 'sql-syntax'],
  ['SELECT hidden(1)', 'function-refused'],
  ['SELECT ?', 'sql-refused'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['DELETE FROM t', 'virtual-not-select'],
])('rejects %s', async (text, code) => {
  await expect(fixture.guard.select(text)).rejects.toMatchObject({ code })
})

it('sessions stay read-only for any calls of a statement', async () => {
  const sql = { ...(await fixture.guard.statement('SELECT 1')), text: 'DELETE FROM t' }
  const run = { signal: SIGNAL, maxRows: 1, labels: [] }
  const failed = await fixture.connection.table(sql, run).catch((error: unknown) => mysql.explain(error))
  expect(failed).toMatchObject({ code: 'dml-refused' })
})

it('sorts nulls after all values, as other engines do', async () => {
  const dataset = datasetOf({ table_name: 't', columns: [datasetColumn({ column_name: 'big', type: 'BIGINT' })] })
  const { rows } = queryRunnerOn(fixture, dataset, 0)
  const sorted = async (isAscending: boolean) =>
    (await rows({ columns: ['big'], orderby: [['big', isAscending]] })).map(({ big }) => big)
  expect(await sorted(true)).toEqual([1, '9007199254740993', null])
  expect(await sorted(false)).toEqual([null, '9007199254740993', 1])
})

it('buckets times by every grain as the calendar does', async () => {
  const moments = TIMES.map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
  const weeks = shiftedWeeks.map(([code]) => code)
  for (const code of [...timeGrains.map((grain) => grain.code), ...weeks, 'P7D', 'PT0.5H', 'P0.25Y']) {
    if (code === null) continue
    const bucket = mysql.dialect.grains[code]?.replaceAll('{col}', 'ts')
    const [column] = await columnsOf(`SELECT ${bucket} FROM moments ORDER BY i`, ['bucket'])
    expect([code, column?.type, column?.values]).toEqual([code, 2, moments.map((instant) => truncate(instant, code))])
  }
})

it.each([
  ['SELECT id FROM sales ORDER BY id', [1, 3]],
  ['SELECT s.id FROM `sales` AS s WHERE s.id > 0 ORDER BY 1', [1, 3]],
  ['WITH c AS (SELECT * FROM sales) SELECT id FROM c ORDER BY id', [1, 3]],
  ['SELECT id FROM sales UNION ALL SELECT id FROM sales ORDER BY id', [1, 1, 3, 3]],
  ['SELECT MAX(id) FROM many AS m, (SELECT id FROM sales) AS x WHERE m.n = 1', [3]],
  ['SELECT id FROM sales WHERE 1 / (id - 2) IS NOT NULL OR id = 2 ORDER BY id', [1, 3]],
])('applies a row rule within %s', async (text, ids) => {
  const rules = [{ schema: null, name: 'sales', rules: [["city = 'a'"]] }]
  const sql = await fixture.guard.statement(text, rules)
  const table = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 10, labels: ['id'] })
  expect(table.columns[0]?.values).toEqual(ids)
})

it('loads no local file into a table, even without the guard', async () => {
  const text = "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE many"
  const sql = { ...(await fixture.guard.statement('SELECT 1')), text }
  await expect(fixture.connection.table(sql, { signal: SIGNAL, maxRows: 1, labels: [] })).rejects.toThrow('READ ONLY')
})

it('names missing objects, and the invalid part of a connection', async () => {
  const failure = (text: string) =>
    columnsOf(text, ['a']).then(
      () => undefined,
      (error: unknown) => mysql.explain(error),
    )
  expect(await failure('SELECT nope FROM t')).toMatchObject({ code: 'column-missing', args: ['nope'] })
  expect(await failure('SELECT 1 FROM nope')).toMatchObject({ code: 'table-missing', args: ['nope'] })
  const port = Number(fixture.settings['port'])
  const connect = (uri: string) =>
    mysql.connect(mysql.parseUri(uri) ?? {}, fixture.storage).catch((error: unknown) => mysql.explain(error))
  const wrong = `mysql://facet:wrong@127.0.0.1:${port}/${String(fixture.settings['database'])}`
  expect(await connect(wrong)).toMatchObject({ code: 'connection-denied', args: ['facet'] })
  expect(await connect(mariadbUri({ port }, 'nosuch'))).toMatchObject({ code: 'connection-database', args: ['nosuch'] })
  expect(await connect(mariadbUri({ port }, 'MySQL'))).toMatchObject({ code: 'connection-database' })
  expect(await connect('mysql://u@169.254.169.254/d')).toMatchObject({ code: 'connection-link-local' })
  expect(await connect('mysql://u@127.0.0.1:1/d?ssl_mode=VERIFY_IDENTITY')).toMatchObject({
    code: 'connection-payload',
  })
  const required = `${mariadbUri({ port }, String(fixture.settings['database']))}?ssl_mode=REQUIRED`
  expect(await connect(required)).toMatchObject({ code: 'connection-failed' })
})

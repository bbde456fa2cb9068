import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dataset as datasetOf, datasetColumn } from '#testing/dataset.ts'
import { type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { queryRunnerOn } from '#testing/query-rows.ts'
import type { ResultLayout } from '../engine.ts'
import { sqlite } from './index.ts'

const statements = [
  `CREATE TABLE t (id INTEGER PRIMARY KEY, big BIGINT, x DOUBLE, p DECIMAL(30, 9), yes BOOLEAN, s VARCHAR(100), b BLOB,
    d DATE, ts DATETIME, tm TIME)`,
  String.raw`INSERT INTO t VALUES
    (1, 9007199254740993, 0.1, 1.25, 1, 'it''s \ 😀', x'ff00', '2020-02-29', '2020-02-29 23:59:59.999999', '12:34:56'),
    (2, 1, -1e300, 0.5, 0, '', x'706c61696e', '1899-12-31', '1899-12-31 23:59:59', '00:00:00'),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  `CREATE TABLE many AS WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 20000)
    SELECT n, hex(n * 7919 % 10007) AS h FROM c`,
  'CREATE VIEW seen AS SELECT id FROM t',
  'CREATE VIEW deep AS SELECT id FROM seen',
  'CREATE VIEW catalogue AS SELECT name FROM sqlite_schema',
  "CREATE VIEW loading AS SELECT load_extension('/tmp/x') AS l",
  'CREATE TABLE sales (id INT REFERENCES t (id), city VARCHAR(20) UNIQUE ON CONFLICT IGNORE, code TEXT, Ä TEXT)',
  "INSERT INTO sales (id, city) VALUES (1, 'a'), (2, 'b'), (3, 'c')",
  'CREATE INDEX by_code ON sales (code, id)',
  'CREATE TABLE mixed (i INTEGER, ts DATETIME, n)',
  'CREATE TABLE named (id INTEGER, stage interview_stage, kind mydate_enum, at point_in_time, due moment)',
  "INSERT INTO named VALUES (1, 'new', 'a', '2024-01-31', '2024-02-01'), (2, 'done', 7, '2024-02-01', '2024-01-31')",
  "INSERT INTO mixed VALUES (1, '2024-01-01', 1), ('many', 'soon', 'x')",
]

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture(sqlite, statements)
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
  const names = (await fixture.connection.columns('main', 't')).map(({ name }) => name)
  const columns = await columnsOf('SELECT * FROM t ORDER BY id', names)
  expect(columns.map(({ name, type, values }) => [name, type, values[0], values[1], values[2]])).toEqual([
    ['id', 0, 1, 2, 3],
    ['big', 0, '9007199254740993', 1, null],
    ['x', 0, 0.1, -1e300, null],
    ['p', 0, 1.25, 0.5, null],
    ['yes', 0, 1, 0, null],
    ['s', 1, String.raw`it's \ 😀`, '', null],
    ['b', 1, String.raw`\xff00`, 'plain', null],
    ['d', 2, Date.UTC(2020, 1, 29), Date.UTC(1899, 11, 31), null],
    ['ts', 2, Date.UTC(2020, 1, 29, 23, 59, 59) + 999.999, Date.UTC(1899, 11, 31, 23, 59, 59), null],
    ['tm', 1, '12:34:56', '00:00:00', null],
  ])
  expect(columns.map(({ isDays }) => isDays).indexOf(true)).toBe(7)
})

it('shows values that do not have the declared type unchanged', async () => {
  const columns = await columnsOf('SELECT i, ts, n FROM mixed', ['i', 'ts', 'n'])
  expect(columns.map(({ type, values }) => [type, ...values])).toEqual([
    [1, 1, 'many'],
    [1, '2024-01-01', 'soon'],
    [1, 1, 'x'],
  ])
})

it('finds the rows of the displayed values', async () => {
  const found = await fixture.connection.columns('main', 't')
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

it('takes a declared name that only contains the name of a type for none', async () => {
  const found = await fixture.connection.columns('main', 'named')
  expect(found.map(({ name, logical }) => `${name} ${logical}`)).toEqual([
    'id integer',
    'stage other',
    'kind other',
    'at other',
    'due other',
  ])
  const columns = found.map(({ name, type, logical }) =>
    datasetColumn({ column_name: name, type, logical_type: logical, is_dttm: name === 'at' || name === 'due' }),
  )
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 'named', columns }), 0)
  const where = (col: string, val: string | number) => ({ columns: ['id'], filters: [{ col, op: 'IN', val: [val] }] })
  expect(await rows(where('stage', 'new'))).toEqual([{ id: 1 }])
  expect(await rows(where('kind', 'a'))).toEqual([{ id: 1 }])
  expect(await rows(where('kind', 7))).toEqual([{ id: 2 }])
  const february = (granularity: string) =>
    rows({ columns: ['id'], granularity, time_range: '2024-02-01 : 2024-03-01' })
  expect([await february('at'), await february('due')]).toEqual([[{ id: 2 }], [{ id: 1 }]])
})

it('describes tables, columns and statements', async () => {
  const { connection } = fixture
  expect(await connection.schemas()).toEqual(['main'])
  expect((await connection.tables('main')).map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    'view catalogue',
    'view deep',
    'view loading',
    'table many',
    'table mixed',
    'table named',
    'table sales',
    'view seen',
    'table t',
  ])
  expect(await connection.tables('temp')).toEqual([])
  expect(await connection.columns('main', 'sqlite_schema')).toEqual([])
  expect(await connection.columns('main', 'nosuch')).toEqual([])
  expect(await connection.tableMetadata('main', 'sqlite_schema')).toBeUndefined()
  expect(await connection.tableMetadata('main', 't')).toMatchObject({
    primaryKey: { name: null, columns: ['id'] },
    isDerived: false,
    definition: expect.stringContaining('CREATE TABLE t'),
  })
  expect(await connection.tableMetadata('main', 'sales')).toMatchObject({
    indexes: [
      { name: 'by_code', columns: ['code', 'id'], unique: false },
      { columns: ['city'], unique: true },
    ],
    foreignKeys: [{ columns: ['id'], table: 't', referred: ['id'] }],
    hasSideEffects: true,
  })
  const sql = await fixture.guard.statement('SELECT p, COUNT(*) AS n, MAX(ts) AS last, s FROM t GROUP BY p, s')
  expect((await connection.shape(sql)).map(({ name, logical }) => [name, logical])).toEqual([
    ['p', 'double'],
    ['n', 'double'],
    ['last', 'timestamp'],
    ['s', 'text'],
  ])
  expect((await connection.plan(sql, SIGNAL)).children.length).toBeGreaterThan(0)
})

const LONG = 'SELECT COUNT(*) FROM many a, many b, many c WHERE a.h > b.h'

it('ends an aborted statement with its process, and runs the next', async () => {
  for (const reason of ['left', 'left again']) {
    const abort = new AbortController()
    setTimeout(() => abort.abort(new Error(reason)), 200)
    await expect(columnsOf(LONG, ['n'], abort.signal)).rejects.toThrow(reason)
  }
  const aborts = Array.from({ length: 20 }, () => new AbortController())
  const pending = aborts.map(({ signal }) => columnsOf(LONG, ['n'], signal).catch(String))
  await delay(200)
  // In reverse order: the last may still wait for a process.
  for (const abort of aborts.toReversed()) abort.abort(new Error('all left'))
  expect(await Promise.all(pending)).toEqual(pending.map(() => 'Error: all left'))
  await vi.waitFor(async () => expect(await fixture.idle()).toBe(true), { timeout: 10_000 })
  expect((await columnsOf('SELECT 7', ['n']))[0]?.values).toEqual([7])
})

it('reads the catalogue while all processes for queries are busy', async () => {
  const aborts = Array.from({ length: 5 }, () => new AbortController())
  const pending = aborts.map(({ signal }) => columnsOf(LONG, ['n'], signal).catch(String))
  await delay(300)
  expect(await fixture.connection.tables('main')).toHaveLength(9)
  for (const abort of aborts) abort.abort(new Error('left'))
  expect(await Promise.all(pending)).toEqual(pending.map(() => 'Error: left'))
})

it('limits rows and bytes of results, and reads in chunks', async () => {
  const sql = await fixture.guard.statement('SELECT n, h FROM many ORDER BY n')
  const labels = ['n', 'h']
  const few = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 3, labels })
  expect(few.columns[0]?.values).toEqual([1, 2, 3])
  const limited = { signal: SIGNAL, maxRows: 5000, maxBytes: 2000, labels }
  await expect(fixture.connection.table(sql, limited)).rejects.toMatchObject({ code: 'result-too-large' })
  const read: unknown[] = []
  const sizes: number[] = []
  await fixture.connection.scan(sql, { signal: SIGNAL, maxRows: 4100, labels }, async ({ columns, rowCount }) => {
    read.push(...(columns[0]?.values ?? []))
    sizes.push(rowCount)
    await delay(1)
  })
  expect(sizes).toEqual([2000, 2000, 100])
  expect(read).toEqual(Array.from({ length: 4100 }, (_, index) => index + 1))
  const stopped = fixture.connection.scan(sql, { signal: SIGNAL, maxRows: 4100, labels }, () =>
    Promise.reject(new Error('full')),
  )
  await expect(stopped).rejects.toThrow('full')
  expect((await columnsOf('SELECT 7', ['n']))[0]?.values).toEqual([7])
})

it('reports an engine process that was killed, and runs the next query', async () => {
  const pending = columnsOf(LONG, ['n']).catch((error: unknown) => sqlite.explain(error))
  await delay(500)
  await fixture.kill()
  expect(await pending).toMatchObject({ code: 'engine-lost' })
  expect((await columnsOf('SELECT 7', ['n']))[0]?.values).toEqual([7])
})

it.each([
  ["SELECT load_extension('/tmp/x')", 'sql-refused'],
  ['SELECT * FROM sqlite_schema', 'sql-refused'],
  ['SELECT * FROM main.SQLITE_MASTER', 'sql-refused'],
  ["SELECT * FROM pragma_table_info('t')", 'sql-refused'],
  ['SELECT * FROM dbstat', 'sql-refused'],
  ['SELECT * FROM temp.t', 'sql-refused'],
  ['SELECT sqlite_version()', 'sql-refused'],
  ['SELECT changes()', 'sql-refused'],
  ['SELECT randomblob(1000000000)', 'sql-refused'],
  ["SELECT fts3_tokenizer('simple')", 'sql-refused'],
  ["SELECT writefile('/tmp/x', 'y')", 'function-refused'],
  ["SELECT 's' MATCH 't'", 'sql-refused'],
  ["ATTACH '/tmp/x' AS x", 'virtual-not-select'],
  ['PRAGMA writable_schema = ON', 'sql-syntax'],
  ["VACUUM INTO '/tmp/x'", 'sql-syntax'],
  ['SELECT ?', 'sql-refused'],
  ['SELECT :name', 'sql-refused'],
  ['SELECT @name', 'sql-syntax'],
  ['SELECT [id] FROM t', 'sql-syntax'],
  ['SELECT 1 # comment', 'sql-syntax'],
  ['SELECT id FROM t WHERE EXISTS (SELECT 1 WHERE EXISTS (SELECT 1))', 'sql-syntax'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['DELETE FROM t', 'virtual-not-select'],
])('rejects %s', async (text, code) => {
  await expect(fixture.guard.select(text)).rejects.toMatchObject({ code })
})

/** Statements of users never get here: the guard rejects them. */
it.each([
  ['DELETE FROM t', 'sql-refused'],
  ["ATTACH '/tmp/facet-attached' AS x", 'sql-refused'],
  ['PRAGMA writable_schema = ON', 'sql-refused'],
  ['PRAGMA query_only = OFF', 'sql-refused'],
  ["VACUUM INTO '/tmp/facet-vacuum'", 'sql-refused'],
  ['CREATE TEMP TABLE x (a)', 'sql-refused'],
  ["SELECT load_extension('/tmp/x')", 'sql-refused'],
  ['SELECT randomblob(10)', 'sql-refused'],
  ['SELECT * FROM sqlite_schema', 'sql-refused'],
  ['SELECT * FROM dbstat', 'sql-refused'],
  ['SELECT * FROM pragma_database_list', 'sql-refused'],
  ['SELECT name FROM catalogue', 'sql-refused'],
  ['SELECT l FROM loading', 'sql-refused'],
])('the engine itself rejects %s', async (text, code) => {
  const sql = { ...(await fixture.guard.statement('SELECT 1')), text }
  const failed = await fixture.connection
    .table(sql, { signal: SIGNAL, maxRows: 1, labels: [] })
    .catch((error: unknown) => sqlite.explain(error))
  expect(failed).toMatchObject({ code })
  expect(['/tmp/facet-attached', '/tmp/facet-vacuum'].filter((file) => existsSync(file))).toEqual([])
})

it('rejects the tables behind a full-text index, which rules of the index do not filter', async () => {
  const own = await openEngineFixture(sqlite, [
    'CREATE VIRTUAL TABLE docs USING fts5(body)',
    "INSERT INTO docs VALUES ('secret')",
    'CREATE TABLE docs_notes AS SELECT 1 AS id',
  ])
  try {
    const read = async (text: string) => {
      const sql = { ...(await own.guard.statement('SELECT 1')), text }
      return own.connection
        .table(sql, { signal: SIGNAL, maxRows: 1, labels: [] })
        .then(() => 'passed')
        .catch((error: unknown) => (sqlite.explain(error) as { code: string }).code)
    }
    expect([await read('SELECT * FROM docs_notes'), await read('SELECT * FROM Docs_content')]).toEqual([
      'passed',
      'sql-refused',
    ])
  } finally {
    await own.close()
  }
})

it('sorts nulls after all values, as other engines do, and compares texts by case', async () => {
  const columns = ['big', 's'].map((column_name) => datasetColumn({ column_name, type: 'BIGINT' }))
  const { rows } = queryRunnerOn(fixture, datasetOf({ table_name: 't', columns }), 0)
  const sorted = async (isAscending: boolean) =>
    (await rows({ columns: ['big'], orderby: [['big', isAscending]] })).map(({ big }) => big)
  expect(await sorted(true)).toEqual([1, '9007199254740993', null])
  expect(await sorted(false)).toEqual([null, '9007199254740993', 1])
  expect(
    (await columnsOf("SELECT 'Ab' LIKE 'ab', LOWER('Ab') LIKE 'ab'", ['a', 'b'])).map(({ values }) => values),
  ).toEqual([[0], [1]])
})

it.each([
  ['SELECT id FROM sales ORDER BY id', [1, 3]],
  ['SELECT s.id FROM "SALES" AS s WHERE s.id > 0 ORDER BY 1', [1, 3]],
  ['SELECT id FROM `sales` ORDER BY id', [1, 3]],
  ['WITH c AS (SELECT * FROM sales) SELECT id FROM c ORDER BY id', [1, 3]],
  ['SELECT id FROM sales UNION ALL SELECT id FROM main.sales ORDER BY id', [1, 1, 3, 3]],
  ['SELECT MAX(id) FROM many AS m, (SELECT id FROM sales) AS x WHERE m.n = 1', [3]],
  ['SELECT id FROM sales WHERE abs(id - 2) > 5 OR id = 2 OR 1 ORDER BY id', [1, 3]],
  ['SELECT count(*) AS id FROM sales', [2]],
])('applies a row rule within %s', async (text, ids) => {
  const rules = [{ schema: null, name: 'sales', rules: [["city <> 'b'"]] }]
  const sql = await fixture.guard.statement(text, rules)
  const table = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 10, labels: ['id'] })
  expect(table.columns[0]?.values).toEqual(ids)
})

it('rejects a table with a rule whose name is a text, and the plan of a system table', async () => {
  const rules = [{ schema: null, name: 'sales', rules: [["city <> 'b'"]] }]
  await expect(fixture.guard.statement("SELECT id FROM 'sales'", rules)).rejects.toMatchObject({ code: 'rules-unsafe' })
  const sql = { ...(await fixture.guard.statement('SELECT 1')), text: 'SELECT * FROM sqlite_schema' }
  await expect(fixture.connection.plan(sql, SIGNAL)).rejects.toThrow('prohibited')
})

it('hidden rows have no row numbers', async () => {
  const rules = [{ schema: null, name: 'sales', rules: [["city <> 'b'"]] }]
  const sql = await fixture.guard.statement('SELECT rowid AS id FROM sales', rules)
  const failed = await fixture.connection
    .table(sql, { signal: SIGNAL, maxRows: 10, labels: ['id'] })
    .catch((error: unknown) => sqlite.explain(error))
  expect(failed).toMatchObject({ code: 'column-missing', args: ['rowid'] })
})

it('names missing objects, and a file that is no database', async () => {
  const failure = (text: string) =>
    columnsOf(text, ['a']).then(
      () => undefined,
      (error: unknown) => sqlite.explain(error),
    )
  expect(await failure('SELECT nope FROM t')).toMatchObject({ code: 'column-missing', args: ['nope'] })
  expect(await failure('SELECT 1 FROM nope')).toMatchObject({ code: 'table-missing', args: ['nope'] })
  expect(
    await failure('SELECT SUM(big) FROM (SELECT 9223372036854775807 AS big UNION ALL SELECT 1) AS u'),
  ).toMatchObject({
    code: 'query-failed',
    message: 'integer overflow',
  })
  const file = `${String(fixture.settings['file'])}.txt`
  writeFileSync(file, 'plain text that is long enough to be no database header'.repeat(20))
  const connect = (settings: { readonly file: string }, storage = fixture.storage) =>
    sqlite.connect(settings, storage).catch((error: unknown) => sqlite.explain(error))
  expect(await connect({ file })).toMatchObject({ code: 'connection-failed' })
  expect(await connect({ file: '/etc/passwd' })).toMatchObject({ code: 'data-file-outside' })
  expect(await connect({ file }, { directory: fixture.storage.directory })).toMatchObject({
    code: 'data-directories-missing',
  })
})

it('checks the file for each statement, and creates none', async () => {
  const file = `${String(fixture.settings['file'])}.copy`
  copyFileSync(String(fixture.settings['file']), file)
  const storage = { ...fixture.storage, dataDirectories: [...(fixture.storage.dataDirectories ?? [])] }
  const connection = await sqlite.connect({ file }, storage)
  storage.dataDirectories.pop()
  await expect(connection.tables('main')).rejects.toMatchObject({ code: 'data-directories-missing' })
  await connection.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
})

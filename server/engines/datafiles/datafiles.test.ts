import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Guard } from '#server/sql/guard.ts'
import { writeParquet } from '#testing/duckdb-file.ts'
import type { Connection, EngineStorage } from '../engine.ts'
import { createSql } from '../sql.ts'
import { datafiles } from './index.ts'

let root: string
let storage: EngineStorage
const open: Connection[] = []

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-datafiles-')))
  for (const folder of ['home/databases', 'data/sales/region=EU', 'data/sales/region=U.S. *', 'data/mixed', 'outside'])
    mkdirSync(join(root, folder), { recursive: true })
  storage = { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')] }
  await writeParquet(
    join(root, 'data/sales/region=EU/a.parquet'),
    "SELECT 1 AS id, 'ana' AS who, 10.50::DECIMAL(9, 2) AS amount",
  )
  await writeParquet(
    join(root, 'data/sales/region=U.S. */b.parquet'),
    "SELECT 2 AS id, 'bob' AS who, 9007199254740993::BIGINT AS big",
  )
  writeFileSync(
    join(root, 'data/cities.csv'),
    'city,founded,people\nOslo,1048-01-01,700000\n"Bergen, old",1070-01-01,\n',
  )
  writeFileSync(join(root, 'data/towns.csv.gz'), gzipSync('city\nRome\n'))
  writeFileSync(join(root, 'data/tab.tsv'), 'a\tb\n1\tx\n')
  writeFileSync(
    join(root, 'data/events.jsonl'),
    '{"at": "2024-01-31T10:00:00", "tags": ["a"]}\n{"at": "2024-02-01T10:00:00"}\n',
  )
  writeFileSync(join(root, 'data/mixed/one.csv'), 'n\n1\n')
  writeFileSync(join(root, 'data/mixed/two.json'), '[{"n": 2}]')
  writeFileSync(join(root, 'data/_success.csv'), 'x\n1\n')
  writeFileSync(join(root, 'data/.hidden.csv'), 'x\n1\n')
  writeFileSync(join(root, 'data/notes.txt'), 'x')
  writeFileSync(join(root, 'outside/secret.csv'), 'secret\n987654\n')
  symlinkSync(join(root, 'outside/secret.csv'), join(root, 'data/link.csv'))
  symlinkSync(join(root, 'outside'), join(root, 'data/folder'))
})
afterAll(async () => {
  for (const connection of open) await connection.close()
  rmSync(root, { recursive: true, force: true })
})

async function connect(path: string, given = storage): Promise<Connection> {
  const connection = await datafiles.connect(
    { path: path === '' || path.startsWith('/') ? path : join(root, path) },
    given,
  )
  open.push(connection)
  return connection
}

const SIGNAL = new AbortController().signal

async function rowsOf(connection: Connection, text: string, labels: readonly string[]): Promise<readonly unknown[][]> {
  const sql = await new Guard(connection, datafiles.dialect).statement(text)
  const table = await connection.table(sql, { signal: SIGNAL, maxRows: 100, labels })
  return Array.from({ length: table.rowCount }, (_, row) => table.columns.map(({ values }) => values[row]))
}

const namesOf = async (connection: Connection): Promise<readonly string[]> =>
  (await connection.tables('main')).map(({ name, kind }) => `${kind} ${name}`)

it('lists each file and each folder as a table', async () => {
  const connection = await connect('data')
  expect(await connection.schemas()).toEqual(['main'])
  expect(await namesOf(connection)).toEqual([
    'table cities',
    'table events',
    'table mixed',
    'table sales',
    'table tab',
    'table towns',
  ])
  expect(await connection.tables('temp')).toEqual([])
  expect(await connection.columns('main', 'nosuch')).toEqual([])
  expect(await connection.tableMetadata('main', 'nosuch')).toBeUndefined()
})

it('reads types, exact numbers, partitions and files with different columns', async () => {
  const connection = await connect('data')
  const columns = await connection.columns('main', 'sales')
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id INTEGER',
    'who VARCHAR',
    'amount DECIMAL(9,2)',
    'big BIGINT',
    'region VARCHAR',
  ])
  const text = 'SELECT id, amount, big, region FROM sales ORDER BY id'
  expect(await rowsOf(connection, text, ['id', 'amount', 'big', 'region'])).toEqual([
    [1, 10.5, null, 'EU'],
    [2, null, '9007199254740993', 'U.S. *'],
  ])
  const cities = await rowsOf(connection, 'SELECT * FROM cities ORDER BY founded', ['city', 'founded', 'people'])
  expect(cities).toEqual([
    ['Oslo', Date.UTC(1048, 0, 1), 700000],
    ['Bergen, old', Date.UTC(1070, 0, 1), null],
  ])
  expect(await rowsOf(connection, 'SELECT * FROM main.towns', ['city'])).toEqual([['Rome']])
  expect(await rowsOf(connection, 'SELECT a, b FROM facet.main."TAB"', ['a', 'b'])).toEqual([[1, 'x']])
  expect(await rowsOf(connection, 'SELECT "at" FROM events ORDER BY 1', ['at'])).toEqual([
    [Date.UTC(2024, 0, 31, 10)],
    [Date.UTC(2024, 1, 1, 10)],
  ])
})

it.each([
  ['a pattern', 'data/sales/*/*.parquet', ['table sales'], 'sales', 2],
  ['a pattern of any depth', 'data/**/*.csv', ['table data'], 'data', 3],
  ['a pattern of one character', 'data/ta?.tsv', ['table data'], 'data', 1],
  ['one file', 'data/tab.tsv', ['table tab'], 'tab', 1],
  ['a folder of partitions', 'data/sales', ['table sales'], 'sales', 2],
])('connects %s', async (_, path, names, table, count) => {
  const connection = await connect(path)
  expect(await namesOf(connection)).toEqual(names)
  expect(await rowsOf(connection, `SELECT COUNT(*) FROM ${table}`, ['count'])).toEqual([[count]])
})

it.each([
  ['a folder outside', 'outside', 'data-file-outside'],
  ['a path that leaves the directory', 'data/../outside', 'data-file-outside'],
  ['a linked folder', 'data/folder', 'data-file-outside'],
  ['a linked folder in a pattern', 'data/folder/*.csv', 'data-file-outside'],
  ['a linked file', 'data/link.csv', 'data-file-outside'],
  ['the home', 'home', 'data-file-outside'],
  ['no path', '', 'data-file-outside'],
  ['a missing folder', 'data/nosuch', 'data-file-missing'],
  ['another type of file', 'data/notes.txt', 'data-files-missing'],
  ['a pattern without files', 'data/*.parquet', 'data-files-missing'],
])('rejects %s', async (_, path, code) => {
  await expect(connect(path)).rejects.toMatchObject({ code })
})

it('names the setting if no directory is listed, and never reads the home', async () => {
  await expect(connect('data', { directory: storage.directory })).rejects.toMatchObject({
    code: 'data-directories-missing',
  })
  writeFileSync(join(root, 'home/store.csv'), 'a\n1\n')
  const all = { directory: storage.directory, dataDirectories: [root] }
  await expect(connect('', all)).rejects.toMatchObject({ code: 'data-file-outside' })
  await expect(connect('home/store.csv', all)).rejects.toMatchObject({ code: 'data-file-outside' })
  expect(await namesOf(await connect(root, all))).toEqual(['table data', 'table outside'])
})

const secret = (): string => join(root, 'outside/secret.csv')
const file = (): string => join(root, 'data/cities.csv')

it.each([
  ['a file as a table', () => `SELECT * FROM '${file()}'`],
  ['another file as a table', () => `SELECT * FROM '${secret()}'`],
  ['a file in three parts', () => `SELECT * FROM "${join(root, 'data/cities')}".csv`],
  ['a file with a schema', () => `SELECT * FROM main."${file()}"`],
  ['a file with a catalogue', () => `SELECT * FROM "${join(root, 'data/x')}".main.tab`],
  ['a relative file', () => 'SELECT * FROM cities.csv'],
  ['a pattern as a table', () => `SELECT * FROM '${join(root, 'data/*.csv')}'`],
  ['a file in WITH', () => `WITH c AS (SELECT * FROM '${file()}') SELECT * FROM c`],
  ['read_csv', () => `SELECT * FROM read_csv('${file()}')`],
  ['read_csv_auto', () => `SELECT * FROM read_csv_auto('${file()}')`],
  ['read_parquet', () => `SELECT * FROM read_parquet('${file()}')`],
  ['read_json', () => `SELECT * FROM read_json('${file()}')`],
  ['read_text', () => `SELECT * FROM read_text('${file()}')`],
  ['read_blob', () => `SELECT * FROM read_blob('${file()}')`],
  ['parquet_scan', () => `SELECT * FROM parquet_scan('${file()}')`],
  ['parquet_metadata', () => `SELECT * FROM parquet_metadata('${file()}')`],
  ['sniff_csv', () => `SELECT * FROM sniff_csv('${file()}')`],
  ['glob', () => `SELECT * FROM glob('${join(root, '**')}')`],
  ['query', () => `SELECT * FROM query('FROM ''${file()}''')`],
  ['query_table', () => `SELECT * FROM query_table('${file()}')`],
  ['sqlite_scan', () => `SELECT * FROM sqlite_scan('${file()}', 't')`],
  ['postgres_query', () => `SELECT * FROM postgres_query('a', 'SELECT 1')`],
  ['ATTACH', () => `ATTACH '${file()}' AS other`],
  ['COPY', () => `COPY (SELECT 1) TO '${file()}'`],
  ['COPY FROM', () => `COPY tab FROM '${file()}'`],
  ['PRAGMA', () => 'PRAGMA database_list'],
  ['SET', () => "SET allowed_directories = ['/']"],
  ['INSTALL', () => 'INSTALL httpfs'],
  ['LOAD', () => 'LOAD httpfs'],
  ['load_extension', () => "SELECT load_extension('x')"],
  ['EXPORT', () => `EXPORT DATABASE '${join(root, 'data')}'`],
  ['settings', () => "SELECT current_setting('allowed_paths')"],
  ['the catalogue', () => 'SELECT sql FROM duckdb_views()'],
  ['pragma_database_list', () => 'SELECT * FROM pragma_database_list()'],
  ['the catalogue of SQL', () => 'SELECT * FROM information_schema.tables'],
])('rejects %s', async (_, text) => {
  const connection = await connect('data')
  const failure = await rowsOf(connection, text(), ['a']).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    code: expect.stringMatching(/^(sql-refused|table-missing|virtual-not-select|sql-syntax|function-refused)$/),
  })
})

it('rejects names of files and readers in the process too, without a guard', async () => {
  const connection = await connect('data')
  const run = (text: string) =>
    connection.bytes(createSql(text, [], text), 'rows', { signal: SIGNAL, maxRows: 10, labels: ['a'] })
  await expect(run(`SELECT city FROM '${file()}'`)).rejects.toMatchObject({ code: 'table-missing' })
  await expect(run(`SELECT city FROM read_csv('${file()}')`)).rejects.toMatchObject({ code: 'sql-refused' })
  await expect(run(`SELECT * FROM cities, (SELECT content FROM read_text('${file()}'))`)).rejects.toMatchObject({
    code: 'sql-refused',
  })
  await expect(run(`COPY (SELECT 1) TO '${join(root, 'data/x.csv')}'`)).rejects.toMatchObject({ code: 'sql-syntax' })
  expect(readdirSync(join(root, 'data'))).not.toContain('x.csv')
  expect(['write' in connection, 'create' in connection]).toEqual([false, false])
  expect('inspectWrite' in connection.grammar).toBe(false)
})

it.each([
  'SELECT getvariable(city) FROM cities',
  'SELECT city FROM cities, pg_catalog.pg_class',
  'SELECT city FROM cities, main.duckdb_views',
])('rejects in the process, without a guard: %s', async (text) => {
  const connection = await connect('data')
  const run = connection.bytes(createSql(text, [], text), 'rows', { signal: SIGNAL, maxRows: 10, labels: ['a'] })
  await expect(run).rejects.toMatchObject({ code: expect.stringMatching(/^(sql-refused|table-missing)$/) })
})

it('rejects an ambiguous table by its name, and reads the others', async () => {
  const connection = await connect('data')
  const ambiguous = { code: 'data-files-ambiguous', args: ['mixed'] }
  await expect(rowsOf(connection, 'SELECT * FROM mixed', ['n'])).rejects.toMatchObject(ambiguous)
  await expect(connection.columns('main', 'mixed')).rejects.toMatchObject(ambiguous)
  expect(await rowsOf(connection, 'SELECT COUNT(*) FROM cities', ['n'])).toEqual([[2]])
})

it('rejects a folder of a table format, also one that becomes such a table later', async () => {
  const folder = join(root, 'data/lake')
  for (const each of ['orders/_delta_log', 'plain']) mkdirSync(join(folder, each), { recursive: true })
  // The table has replaced its first file by the second one.
  for (const name of ['orders/part-0', 'orders/part-1', 'plain/part-0'])
    await writeParquet(join(folder, `${name}.parquet`), 'SELECT 1 AS id')
  writeFileSync(
    join(folder, 'orders/_delta_log/00000000000000000001.json'),
    '{"remove":{"path":"part-0.parquet"}}\n{"add":{"path":"part-1.parquet"}}\n',
  )
  const connection = await connect('data/lake')
  const countOf = (table: string) => rowsOf(connection, `SELECT COUNT(*) FROM ${table}`, ['n'])
  const ofFormat = (table: string) => ({ code: 'data-files-format', args: [table, 'Delta Lake'] })
  await expect(countOf('orders')).rejects.toMatchObject(ofFormat('orders'))
  await expect(connection.columns('main', 'orders')).rejects.toMatchObject(ofFormat('orders'))
  await expect(connect('data/lake/orders')).rejects.toMatchObject({ code: 'data-files-format' })
  expect(await countOf('plain')).toEqual([[1]])
  mkdirSync(join(folder, 'plain/_delta_log'))
  await expect.poll(() => countOf('plain').catch((error: unknown) => error)).toMatchObject(ofFormat('plain'))
  rmSync(folder, { recursive: true })
})

it('denies a table whose columns end the process', async () => {
  const folder = join(root, 'data/deep')
  mkdirSync(folder)
  writeFileSync(join(folder, 'deep.json'), `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
  writeFileSync(join(folder, 'plain.csv'), 'n\n1\n')
  const connection = await connect('data/deep')
  await expect(connection.columns('main', 'deep')).rejects.toMatchObject({ code: 'engine-ended' })
  await expect(connection.columns('main', 'deep')).rejects.toMatchObject({ code: 'engine-ended-shape' })
  expect(await rowsOf(connection, 'SELECT n FROM plain', ['n'])).toEqual([[1]])
  rmSync(folder, { recursive: true })
})

it('applies row rules to tables of files', async () => {
  const connection = await connect('data')
  const guard = new Guard(connection, datafiles.dialect)
  const ruled = [{ schema: 'main', name: 'sales', rules: [["who = 'ana'"]] }]
  const sql = await guard.statement('SELECT id, region FROM sales', ruled)
  const table = await connection.table(sql, { signal: SIGNAL, maxRows: 10, labels: ['id', 'region'] })
  expect(table.columns.map(({ values }) => values)).toEqual([[1], ['EU']])
})

it('reveals no path of the server in plans, definitions and errors', async () => {
  const folder = join(root, 'data/broken')
  mkdirSync(folder)
  const rows = Array.from({ length: 30_000 }, (_, index) => index).join('\n')
  writeFileSync(join(folder, 'ragged.csv'), `n,t\n${rows.replaceAll('\n', ',x\n')},x\n1,hidden value,2\n`)
  writeFileSync(join(folder, 'bad.parquet'), 'PAR1 nothing')
  writeFileSync(join(folder, 'damaged.json'), '{"a": 1}\n{"a": hidden value}\n')
  const connection = await connect('data/broken')
  expect(await namesOf(connection)).toHaveLength(3)
  const messages: string[] = []
  for (const name of ['ragged', 'bad', 'damaged']) {
    const failure = await rowsOf(connection, `SELECT SUM(1) FROM ${name} WHERE hash(COLUMNS(*)) > 0`, ['n']).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: 'data-file-unreadable' })
    messages.push((failure as Error).message)
  }
  expect(messages[0]).toContain('ragged.csv, line 30002')
  const other = await connect('data')
  const plan = await other.plan(createSql('SELECT region FROM sales', [], ''), SIGNAL)
  const metadata = await other.tableMetadata('main', 'sales')
  expect(metadata?.definition).toBe('-- parquet\n-- sales/region=EU/a.parquet\n-- sales/region=U.S. */b.parquet')
  expect(metadata?.isDerived).toBe(false)
  const shown = JSON.stringify([messages, plan, metadata])
  expect(shown).not.toContain(root)
  expect(shown).not.toMatch(/hidden value|\/proc|files-\d/)
  rmSync(folder, { recursive: true })
})

it('detects files that are added, changed, replaced and removed', async () => {
  const folder = join(root, 'data/live')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.csv'), 'n\n1\n')
  const connection = await connect('data/live')
  const sum = async () => (await rowsOf(connection, 'SELECT SUM(n) FROM a', ['sum']))[0]?.[0]
  expect(await sum()).toBe(1)
  appendFileSync(join(folder, 'a.csv'), '20\n')
  await expect.poll(sum).toBe(21)
  writeFileSync(join(folder, 'next.csv.new'), 'n\n300\n')
  renameSync(join(folder, 'next.csv.new'), join(folder, 'a.csv'))
  await expect.poll(sum).toBe(300)
  writeFileSync(join(folder, 'b.csv'), 'n\n1\n')
  await expect.poll(() => namesOf(connection)).toEqual(['table a', 'table b'])
  unlinkSync(join(folder, 'a.csv'))
  await expect.poll(() => sum().catch(String)).toEqual(expect.stringMatching(/\ba\b/))
  unlinkSync(join(folder, 'b.csv'))
  await expect
    .poll(() => connection.tables('main').catch((error: unknown) => error))
    .toMatchObject({ code: 'data-files-missing', args: ['live'] })
  rmSync(folder, { recursive: true })
})

it('a link that is changed after the connection is not followed', async () => {
  const folder = join(root, 'data/swap')
  mkdirSync(folder)
  writeFileSync(join(folder, 'real.csv'), 'secret\n1\n')
  symlinkSync(join(folder, 'real.csv'), join(folder, 'view.csv'))
  const connection = await connect('data/swap')
  const read = () => rowsOf(connection, 'SELECT secret FROM view', ['secret'])
  expect(await read()).toEqual([[1]])
  unlinkSync(join(folder, 'view.csv'))
  symlinkSync(secret(), join(folder, 'view.csv'))
  // Before the folder is listed again, the open file is read; then the link is not listed.
  const first = await read().catch((error: unknown) => error)
  expect(JSON.stringify(first)).not.toContain('987654')
  // The time between two listings grows with the time that opening the files took.
  await vi.waitUntil(() =>
    read().then(
      () => false,
      () => true,
    ),
  )
  await expect(read()).rejects.toThrow('view')
  expect(await namesOf(connection)).toEqual(['table real'])
  rmSync(folder, { recursive: true })
})

it.each(['datafiles:////srv/data', 'datafiles:////srv/data/**/a%3F%25%23.csv'])('prints %s as it is parsed', (uri) => {
  const given = datafiles.parseUri(uri)
  expect(given && datafiles.printUri(given)).toBe(uri)
})

it.each(['datafiles://', 'datafiles:///', 'datafiles://host/x', 'duckdb:///a', 'xdatafiles:////a'])(
  'rejects the URI %s',
  (uri) => {
    expect(datafiles.parseUri(uri)).toBeUndefined()
  },
)

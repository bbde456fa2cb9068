import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CATALOGUE_TABLES, COPY_CATALOG, copyCatalogue, catalogueRows } from './ducklake-copy.ts'

const SIGNAL = new AbortController().signal

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-catalogue-')))
  mkdirSync(join(root, 'process'))
  writeFileSync(join(root, 'secret.txt'), 'SECRET 987654')
  symlinkSync(join(root, 'lake.ducklake'), join(root, 'process/catalogue'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Writes a catalogue with the tables of version 1.0; the statements change them further. */
async function writeCatalogue(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(join(root, 'lake.ducklake'))
  const connection = await instance.connect()
  for (const [table, columns] of Object.entries(CATALOGUE_TABLES))
    await connection.run(`CREATE TABLE ${table} (${columns})`)
  await connection.run("INSERT INTO ducklake_metadata VALUES ('version', '1.0', NULL, NULL)")
  for (const statement of statements) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
}

function copy<T>(
  work: (connection: DuckDBConnection) => Promise<T>,
  signal = SIGNAL,
  checked = join(root, 'lake.ducklake'),
): Promise<T> {
  const folder = join(root, 'process')
  for (const file of ['copy', 'copy.wal']) rmSync(join(folder, file), { force: true })
  const path = join(root, 'lake.ducklake')
  const descriptor = openSync(checked, 'r')
  const given = { name: 'lake.ducklake', folder, readFolder: folder, path, descriptor }
  return copyCatalogue(given, signal, work).finally(() => closeSync(descriptor))
}

const rowsOfCopy = (columns: string) => copy((connection) => catalogueRows(connection, `SELECT ${columns}`))
const failure = () => rowsOfCopy('1').catch((caught: unknown) => caught)
const unreadable = (reason: string) =>
  expect.objectContaining({ code: 'lake-table-unreadable', args: ['lake.ducklake', 'DuckLake', reason] })

it('copies values, and no views, macros, options and defaults of later rows', async () => {
  await writeCatalogue(
    `INSERT INTO ducklake_column VALUES (1, 2, NULL, 3, 1, 'id', 'int64', '7', 'random()', true, NULL, 'expression', 'duckdb')`,
    `INSERT INTO ducklake_view VALUES (1, uuid(), 1, NULL, 0, 'v', 'duckdb', 'SELECT 1', '')`,
    `INSERT INTO ducklake_macro VALUES (0, 1, 'm', 1, NULL)`,
    `INSERT INTO ducklake_metadata VALUES ('data_path', '/srv/', NULL, NULL), ('parquet_compression', 'zstd', NULL, NULL)`,
    'ALTER TABLE ducklake_view RENAME TO previous',
    'ALTER TABLE previous RENAME TO "ducklake_VIEW"',
    'CREATE TABLE ducklake_inlined_data_3_1 AS SELECT 0::BIGINT AS row_id, 2::BIGINT AS begin_snapshot, NULL::BIGINT AS end_snapshot, 5::BIGINT AS id',
    `INSERT INTO ducklake_inlined_data_tables VALUES (3, 'ducklake_inlined_data_3_1', 1)`,
    'CREATE TABLE ducklake_other AS SELECT 1 AS id',
  )
  const found = await rowsOfCopy(
    `column_name, initial_default, default_value, default_value_type,
     (SELECT string_agg(key, ' ' ORDER BY key) FROM ${COPY_CATALOG}.main.ducklake_metadata) AS keys,
     (SELECT COUNT(*) FROM ${COPY_CATALOG}.main.ducklake_view)::INTEGER + (SELECT COUNT(*) FROM ${COPY_CATALOG}.main.ducklake_macro)::INTEGER AS others,
     (SELECT id FROM ${COPY_CATALOG}.main.ducklake_inlined_data_3_1)::INTEGER AS inlined,
     (SELECT COUNT(*) FROM duckdb_tables() WHERE database_name = '${COPY_CATALOG}' AND table_name = 'ducklake_other')::INTEGER AS unknown
     FROM ${COPY_CATALOG}.main.ducklake_column`,
  )
  expect(found).toEqual([
    {
      column_name: 'id',
      initial_default: '7',
      default_value: 'NULL',
      default_value_type: 'literal',
      keys: 'data_path version',
      others: 0,
      inlined: 5,
      unknown: 0,
    },
  ])
})

it('reads and writes no other file while it reads a catalogue', async () => {
  await writeCatalogue()
  for (const statement of [
    `FROM read_text('${root}/secret.txt')`,
    `COPY (SELECT 1) TO '${root}/new.csv' (USE_TMP_FILE false)`,
    `ATTACH '${root}/new.db'`,
    'SET enable_external_access = true',
  ])
    await expect(copy((connection) => connection.run(statement))).rejects.toMatchObject({
      code: 'lake-table-unreadable',
      cause: { message: expect.stringMatching(/Permission Error|configuration has been locked/) },
    })
})

it('rejects a catalogue that was replaced after it was checked', async () => {
  await writeCatalogue()
  const checked = join(root, 'checked.ducklake')
  copyFileSync(join(root, 'lake.ducklake'), checked)
  const outside = expect.objectContaining({ code: 'lake-file-outside', args: ['lake.ducklake'] })
  await expect(copy(() => Promise.resolve(), SIGNAL, checked)).rejects.toEqual(outside)
})

it('reads a catalogue whose file another set closes meanwhile', async () => {
  await writeCatalogue()
  const other = openSync(join(root, 'lake.ducklake'), 'r')
  const run = Reflect.get<DuckDBConnection, 'run'>(DuckDBConnection.prototype, 'run')
  let isClosed = false
  vi.spyOn(DuckDBConnection.prototype, 'run').mockImplementation(async function (this: DuckDBConnection, sql, ...more) {
    const result = await run.call(this, sql, ...more)
    if (!isClosed && sql.includes('AS facet_catalogue')) {
      closeSync(other)
      isClosed = true
    }
    return result
  })
  expect(await rowsOfCopy('1 AS one').finally(() => vi.restoreAllMocks())).toEqual([{ one: 1 }])
  expect(isClosed).toBe(true)
})

const NO_CATALOGUE = 'it is no DuckDB file with a catalogue of version 1.0'

it.each([
  ['generated columns', 'its tables have generated columns', ['CREATE TABLE t (a INTEGER, b INTEGER AS (a + 1))']],
  ['macros', 'its file has views or macros of DuckDB', ['CREATE MACRO f(x) AS x']],
  ['views', 'its file has views or macros of DuckDB', ['CREATE VIEW v AS SELECT 1']],
  ['a missing table', NO_CATALOGUE, ['DROP TABLE ducklake_tag']],
  [
    'an id that is a path',
    NO_CATALOGUE,
    [
      'ALTER TABLE ducklake_data_file RENAME TO previous',
      "CREATE TABLE ducklake_data_file AS SELECT '/../x' AS data_file_id, * EXCLUDE (data_file_id) FROM previous",
      "INSERT INTO ducklake_data_file (data_file_id) VALUES ('/../x')",
    ],
  ],
  ['a negative id', NO_CATALOGUE, ['INSERT INTO ducklake_tag (object_id) VALUES (-1)']],
  [
    'SQL in the name of a table of rows',
    'it names a table of rows that does not exist',
    ["INSERT INTO ducklake_inlined_data_tables VALUES (1, 'ducklake_table; COPY (SELECT 1) TO ''x''', 1)"],
  ],
  [
    'a missing table of rows',
    'it names a table of rows that does not exist',
    ["INSERT INTO ducklake_inlined_data_tables VALUES (1, 'ducklake_inlined_data_1_1', 1)"],
  ],
  ['another version', 'its version is not 1.0', ["UPDATE ducklake_metadata SET value = '0.3'"]],
  ['two versions', 'its version is not 1.0', ['INSERT INTO ducklake_metadata FROM ducklake_metadata']],
  [
    'another format of files',
    'it has files of another format than Parquet',
    ["INSERT INTO ducklake_data_file (data_file_id, file_format) VALUES (1, 'csv')"],
  ],
])('rejects a catalogue with %s', async (_, reason, statements) => {
  await writeCatalogue(...statements)
  expect(await failure()).toEqual(unreadable(reason))
})

it('ends reading a catalogue at the time limit', async () => {
  await writeCatalogue()
  const endless = (connection: DuckDBConnection) =>
    connection.run('SELECT SUM(a.range * b.range) FROM range(10000000) a, range(10000000) b')
  await expect(copy(endless, AbortSignal.timeout(500))).rejects.toEqual(
    unreadable('reading its catalogue takes too long'),
  )
})

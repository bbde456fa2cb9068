import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError } from '#core/rest/api-error.ts'
import { Guard } from '#server/sql/guard.ts'
import { writeDuckLake } from '#testing/ducklake-file.ts'
import type { Connection, EngineStorage } from '../engine.ts'
import { createSql } from '../sql.ts'
import { lakehouse } from './index.ts'

const EXTENSIONS = process.env['FACET_TEST_EXTENSIONS'] ?? ''
const SIGNAL = new AbortController().signal

let root: string
let storage: EngineStorage
const open: Connection[] = []

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-ducklake-')))
  for (const folder of ['home/databases', 'data', 'outside']) mkdirSync(join(root, folder), { recursive: true })
  storage = { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')], extensions: EXTENSIONS }
  writeFileSync(join(root, 'outside/secret.txt'), 'SECRET 987654')
})
afterAll(async () => {
  for (const connection of open) await connection.close()
  rmSync(root, { recursive: true, force: true })
})

const writeLake = (name: string, inlinedRows?: number) =>
  writeDuckLake(join(root, 'data', name), EXTENSIONS, inlinedRows)

async function connect(name: string): Promise<Connection> {
  const connection = await lakehouse.connect({ path: join(root, 'data', name, 'lake.ducklake') }, storage)
  open.push(connection)
  return connection
}

async function rowsOf(connection: Connection, text: string, isGuarded = true) {
  const sql = isGuarded ? await new Guard(connection, lakehouse.dialect).statement(text) : createSql(text, [], text)
  const table = await connection.table(sql, { signal: SIGNAL, maxRows: 100, labels: ['c0'] })
  return Array.from({ length: table.rowCount }, (_, row) => table.columns.map(({ values }) => values[row]))
}

/** Returns all that a connection says: its tables with the rows of `orders`, or its error. */
async function output(name: string): Promise<unknown> {
  try {
    const connection = await connect(name)
    const tables = await connection.tables('main')
    const rows: unknown = await rowsOf(connection, 'SELECT COUNT(*) FROM orders').catch((error: unknown) => error)
    return rows instanceof ApiError ? rows : { tables: tables.map((table) => table.name), rows }
  } catch (error) {
    return error
  }
}

/** Returns the paths of the data files of a lake. */
function dataFiles(name: string): readonly string[] {
  const folder = join(root, 'data', name, 'files')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.parquet'))
  return names.toSorted().map((each) => join(folder, each))
}

const dataOf = (name: string) => dataFiles(name).map((file) => readFileSync(file, 'latin1'))

const unreadable = (reason: string) =>
  expect.objectContaining({ code: 'lake-table-unreadable', args: ['lake.ducklake', 'DuckLake', reason] })

it('generated columns of a catalogue are not evaluated', async () => {
  const name = 'generated'
  // The name under which the catalogue is attached to read it.
  const alias = 'facet_catalogue'
  const { connection, catalogue } = await writeLake(name)
  const run = async (...statements: readonly string[]) => {
    for (const statement of statements) await connection.run(statement)
  }
  // The macro is created after the column, which does not depend on it.
  await run(`ATTACH ':memory:' AS ${alias}`, `CREATE MACRO ${alias}.main.f(x) AS x || 'b'`)
  await run(
    `ATTACH '${catalogue}' AS target`,
    'ALTER TABLE target.main.ducklake_table RENAME TO previous',
    `CREATE TABLE target.main.ducklake_table (table_id BIGINT, table_uuid UUID, begin_snapshot BIGINT, end_snapshot BIGINT,
       schema_id BIGINT, table_name VARCHAR GENERATED ALWAYS AS (${alias}.main.f(given)) VIRTUAL, given VARCHAR,
       path VARCHAR, path_is_relative BOOLEAN)`,
    `INSERT INTO target.main.ducklake_table (table_id, table_uuid, begin_snapshot, end_snapshot, schema_id, given, path,
       path_is_relative) SELECT * FROM target.main.previous`,
    'DROP TABLE target.main.previous',
    `DETACH ${alias}`,
    `CREATE MACRO target.main.f(x) AS (SELECT content FROM read_text('${root}/outside/secret.txt'))`,
    'CHECKPOINT target',
    'DETACH target',
  )
  const found = await output(name)
  expect(JSON.stringify([found, (found as Error).message])).not.toContain('987654')
  expect(found).toEqual(unreadable('its file has views or macros of DuckDB'))
})

it('makes no link outside of its folder for the id of a file', async () => {
  const { tamper } = await writeLake('linked')
  const planted = join(root, 'outside/planted')
  await tamper(
    'ALTER TABLE catalogue.ducklake_data_file RENAME TO previous',
    `CREATE TABLE catalogue.ducklake_data_file AS
     SELECT * REPLACE ('/${'../'.repeat(20)}${planted.slice(1)}' AS data_file_id) FROM catalogue.previous`,
  )
  const found = await output('linked')
  expect(readdirSync(join(root, 'outside'))).toEqual(['secret.txt'])
  expect(found).toEqual(unreadable('it is no DuckDB file with a catalogue of version 1.0'))
})

it('SQL in the name of a table of rows does not run', async () => {
  const { tamper } = await writeLake('inlined')
  const file = dataFiles('inlined')[0] ?? ''
  const before = dataOf('inlined')
  const copy = `COPY (SELECT ''OVERWRITTEN'') TO ''${file}'' (FORMAT csv, USE_TMP_FILE false)`
  await tamper(
    `INSERT INTO catalogue.ducklake_inlined_data_tables
     SELECT table_id, 'ducklake_table; ${copy}; FROM catalogue.ducklake_table', 1 FROM catalogue.ducklake_table`,
  )
  const found = await output('inlined')
  expect(dataOf('inlined')).toEqual(before)
  expect(found).toEqual(unreadable('it names a table of rows that does not exist'))
})

it('SQL in names of columns, tables and schemas does not run', async () => {
  const { write } = await writeLake('named', 5)
  const target = join(root, 'outside/written.csv')
  const hostile = (text: string) => `"${text}""; COPY (SELECT 1) TO '${target}' (USE_TMP_FILE false); --"`
  await write(
    `CREATE SCHEMA lake.${hostile('s')}`,
    `CREATE TABLE lake.${hostile('s')}.${hostile('t')} AS SELECT 1 AS ${hostile('c')}`,
    `CREATE TABLE lake.few (${hostile('c')} BIGINT)`,
    'INSERT INTO lake.few VALUES (2)',
  )
  const connection = await connect('named')
  for (const [table, sum] of [
    [`${hostile('s')}.${hostile('t')}`, 1],
    ['few', 2],
  ])
    expect(
      await rowsOf(connection, `SELECT SUM(${hostile('c')}) FROM ${table} WHERE ${hostile('c')} < 3`, false),
    ).toEqual([[sum]])
  expect(existsSync(target)).toBe(false)
})

it('reads no view of a catalogue, also with another name', async () => {
  const { tamper } = await writeLake('viewed')
  await tamper(
    'ALTER TABLE catalogue.ducklake_view RENAME TO previous',
    'ALTER TABLE catalogue.previous RENAME TO "ducklake_VIEW"',
  )
  expect(await output('viewed')).toEqual({ tables: ['orders'], rows: [[6]] })
  const error: unknown = await rowsOf(await connect('viewed'), 'SELECT * FROM shown').catch((caught: unknown) => caught)
  expect(String(error)).toMatch(/does not exist/)
  expect(String(error)).not.toContain('facet_lake')
})

it('reads rows that the catalogue contains, and rows that it has removed', async () => {
  const { write } = await writeLake('rows', 5)
  await write(
    'CREATE TABLE lake.few AS SELECT range AS id FROM range(5)',
    'DELETE FROM lake.few WHERE id = 3',
    'DELETE FROM lake.orders WHERE id = 9',
    'UPDATE lake.few SET id = 100 WHERE id = 0',
  )
  const connection = await connect('rows')
  expect(await rowsOf(connection, 'SELECT SUM(id) FROM few')).toEqual([[107]])
  expect(await rowsOf(connection, 'SELECT SUM(id) FROM orders')).toEqual([[30]])
})

it('rejects statements that write files, also without a guard', async () => {
  await writeLake('written')
  const before = dataOf('written')
  const file = dataFiles('written')[0] ?? ''
  const connection = await connect('written')
  const copy = `COPY (SELECT 1) TO '${file}' (FORMAT csv, USE_TMP_FILE false)`
  for (const text of [copy, `SELECT 1; ${copy}`, `EXPLAIN ANALYZE ${copy}`])
    for (const isGuarded of [true, false])
      await expect(rowsOf(connection, text, isGuarded)).rejects.toMatchObject({ code: expect.stringMatching(/./) })
  expect(dataOf('written')).toEqual(before)
})

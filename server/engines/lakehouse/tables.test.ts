import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Guard } from '#server/sql/guard.ts'
import { deletionVector, deletionVectorFile, writeDeltaTable } from '#testing/delta-table.ts'
import { writeParquet } from '#testing/duckdb-file.ts'
import { writeDuckLake } from '#testing/ducklake-file.ts'
import type { Connection, EngineStorage } from '../engine.ts'
import { createSql } from '../sql.ts'
import { lakehouse } from './index.ts'

const TABLES = process.env['FACET_TEST_LAKEHOUSE'] ?? ''
const EXTENSIONS = process.env['FACET_TEST_EXTENSIONS'] ?? ''
const SIGNAL = new AbortController().signal

let root: string
let storage: EngineStorage
const open: Connection[] = []

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-lakehouse-')))
  for (const folder of ['home/databases', 'data', 'outside']) mkdirSync(join(root, folder), { recursive: true })
  for (const folder of ['delta', 'iceberg'])
    cpSync(join(TABLES, folder), join(root, 'data', folder), { recursive: true })
  storage = { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')], extensions: EXTENSIONS }
  await writeParquet(join(root, 'outside/secret.parquet'), 'SELECT 987654 AS id')
})
afterAll(async () => {
  for (const connection of open) await connection.close()
  rmSync(root, { recursive: true, force: true })
})

async function connect(path: string): Promise<Connection> {
  const connection = await lakehouse.connect({ path: join(root, 'data', path) }, storage)
  open.push(connection)
  return connection
}

async function rowsOf(connection: Connection, text: string, columns: number, isGuarded = true) {
  const sql = isGuarded ? await new Guard(connection, lakehouse.dialect).statement(text) : createSql(text, [], text)
  const labels = Array.from({ length: columns }, (_, index) => `c${index}`)
  const table = await connection.table(sql, { signal: SIGNAL, maxRows: 100, labels })
  return Array.from({ length: table.rowCount }, (_, row) => table.columns.map(({ values }) => values[row]))
}

/** Returns an error, which must not contain what the file outside has, nor a path. */
async function failure(path: string, text: string, isGuarded = true): Promise<unknown> {
  const error: unknown = await connect(path)
    .then((connection) => rowsOf(connection, text, 1, isGuarded))
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(Error)
  expect(JSON.stringify([error, (error as Error).message])).not.toMatch(/987654|secret|scratch|\/tmp|\/proc/)
  return error
}

const writeDelta = (name: string, added: object, path?: string) =>
  writeDeltaTable(join(root, 'data', name), added, path)

/** The name `deletion_vector_00000000-0000-0000-0000-000000000000.bin`, as logs encode it. */
const ZERO_NAME = '0'.repeat(20)
const VECTOR_FILE = 'deletion_vector_00000000-0000-0000-0000-000000000000.bin'

const writeLake = (name: string) => writeDuckLake(join(root, 'data', name), EXTENSIONS)

it('reads the current snapshot of Delta tables, with partitions, checkpoints and exact numbers', async () => {
  const connection = await connect('delta')
  expect((await connection.tables('main')).map(({ name }) => name)).toEqual(['checked', 'sales'])
  const columns = await connection.columns('main', 'sales')
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual(['id BIGINT', 'region VARCHAR', 'amount BIGINT'])
  const rows = [
    [1, 'EU', '9007199254740993'],
    [3, 'EU', '9007199254740995'],
    [4, 'a b/é', '9007199254740996'],
  ]
  expect(await rowsOf(connection, 'SELECT * FROM sales ORDER BY id', 3)).toEqual(rows)
  expect(await rowsOf(connection, 'SELECT * FROM checked ORDER BY id', 3)).toEqual([
    ...rows,
    [5, 'US', '9007199254740997'],
  ])
  const one = await connect('delta/sales')
  expect(await rowsOf(one, "SELECT COUNT(*) FROM sales WHERE region = 'EU'", 1)).toEqual([[2]])
})

it('reads the current snapshot of moved Iceberg tables, with removed rows and added columns', async () => {
  const connection = await connect('iceberg')
  expect((await connection.tables('main')).map(({ name }) => name)).toEqual([
    'above',
    'empty',
    'hostile',
    'orders',
    'positions',
  ])
  expect(await rowsOf(connection, 'SELECT * FROM orders ORDER BY id', 4)).toEqual([
    [1, 'EU', '9007199254740993', null],
    [3, 'EU', '9007199254740995', null],
    [4, 'US', '9007199254740996', 'new'],
  ])
  expect(await rowsOf(connection, 'SELECT id FROM positions ORDER BY id', 1)).toEqual([[1], [3]])
  expect(await rowsOf(connection, 'SELECT * FROM empty', 3)).toEqual([])
})

it('reads rows that Delta tables have removed by inline lists and by files', async () => {
  const bytes = deletionVector([0, 2])
  const vector = { pathOrInlineDv: ZERO_NAME, offset: 1, sizeInBytes: bytes.length, cardinality: 2 }
  await writeDelta('vectors', { deletionVector: { storageType: 'u', ...vector } })
  writeFileSync(join(root, 'data/vectors', VECTOR_FILE), deletionVectorFile(bytes))
  expect(await rowsOf(await connect('vectors'), 'SELECT id FROM vectors', 1)).toEqual([[2]])
})

it('reads the tables of a DuckLake, and notices a new snapshot', async () => {
  const { write } = await writeLake('ducklake')
  const connection = await connect('ducklake/lake.ducklake')
  expect(await connection.schemas()).toEqual(['main', 'crm'])
  expect(await connection.tables('main')).toEqual([{ name: 'orders', kind: 'table' }])
  expect(await connection.tables('crm')).toEqual([{ name: 'people', kind: 'table' }])
  await expect(rowsOf(connection, 'SELECT * FROM main.shown', 1)).rejects.toMatchObject({ code: 'table-missing' })
  expect((await connection.columns('crm', 'people')).map(({ name, type }) => `${name} ${type}`)).toEqual([
    'name VARCHAR',
  ])
  const text = 'SELECT COUNT(*), SUM(o.id), MAX(o.big), MAX(p.name) FROM orders o CROSS JOIN crm.people p'
  expect(await rowsOf(connection, text, 4)).toEqual([[6, 39, '9007199254740993', 'ana']])
  await write('INSERT INTO lake.orders VALUES (100, 1)', 'DELETE FROM lake.orders WHERE id = 9')
  await expect.poll(() => rowsOf(connection, 'SELECT COUNT(*), SUM(id) FROM orders', 2)).toEqual([[6, 130]])
})

it('reports that another process writes a DuckLake', async () => {
  const { attach, connection: writer } = await writeLake('locked')
  await attach()
  await expect(connect('locked/lake.ducklake')).rejects.toMatchObject({ code: 'lake-locked', args: ['lake.ducklake'] })
  await writer.run('DETACH lake')
  expect(await rowsOf(await connect('locked/lake.ducklake'), 'SELECT COUNT(*) FROM orders', 1)).toEqual([[6]])
})

it('rejects tables whose names differ by case only, and no other', async () => {
  for (const name of ['cases/a', 'cases/A', 'cases/b']) await writeDelta(name, {})
  const connection = await connect('cases')
  await expect(rowsOf(connection, 'SELECT id FROM a', 1)).rejects.toMatchObject({ code: 'data-files-ambiguous' })
  expect(await rowsOf(connection, 'SELECT COUNT(*) FROM b', 1)).toEqual([[3]])
})

it('reads the tables of one format without the extension of another', async () => {
  await writeDelta('mixed/a', {})
  cpSync(join(root, 'data/iceberg/orders'), join(root, 'data/mixed/orders'), { recursive: true })
  const extensions = join(root, 'only-delta')
  mkdirSync(extensions)
  cpSync(join(EXTENSIONS, 'delta.duckdb_extension'), join(extensions, 'delta.duckdb_extension'))
  const connection = await lakehouse.connect({ path: join(root, 'data/mixed') }, { ...storage, extensions })
  open.push(connection)
  expect(await rowsOf(connection, 'SELECT COUNT(*) FROM a', 1)).toEqual([[3]])
  await expect(rowsOf(connection, 'SELECT id FROM orders', 1)).rejects.toMatchObject({
    code: 'extension-missing',
    args: ['avro', expect.any(String)],
  })
})

it('notices a changed Delta table', async () => {
  await writeDelta('changing', {})
  const connection = await connect('changing')
  expect(await rowsOf(connection, 'SELECT COUNT(*) FROM changing', 1)).toEqual([[3]])
  await writeParquet(join(root, 'data/changing/b.parquet'), 'SELECT 4::INTEGER AS id')
  const add = { path: 'b.parquet', partitionValues: {}, size: 300, modificationTime: 2, dataChange: true }
  const actions = [{ remove: { path: 'a.parquet', deletionTimestamp: 2, dataChange: true } }, { add }]
  writeFileSync(
    join(root, 'data/changing/_delta_log/00000000000000000001.json'),
    actions.map((action) => JSON.stringify(action)).join('\n'),
  )
  await expect.poll(() => rowsOf(connection, 'SELECT id FROM changing', 1)).toEqual([[4]])
})

const outside = (name: string) => expect.objectContaining({ code: 'lake-file-outside', args: [name] })

it.each([
  ['an absolute path', () => ({}), () => join(root, 'outside/secret.parquet')],
  ['a file URL', () => ({}), () => `file://${root}/outside/secret.parquet`],
  ['a path above the folder', () => ({}), () => '../../outside/secret.parquet'],
  ['an encoded path above the folder', () => ({}), () => '%2e%2e/../outside/secret.parquet'],
  ['a bucket', () => ({}), () => 's3://lake/secret.parquet'],
  [
    'removed rows in a file by its absolute path',
    () => ({
      deletionVector: {
        storageType: 'p',
        pathOrInlineDv: `file://${root}/outside/secret.bin`,
        offset: 1,
        sizeInBytes: 36,
        cardinality: 2,
      },
    }),
    () => 'a.parquet',
  ],
  [
    'removed rows in a file above the folder',
    () => ({
      deletionVector: {
        storageType: 'u',
        pathOrInlineDv: `../../outside/${ZERO_NAME}`,
        offset: 1,
        sizeInBytes: 36,
        cardinality: 2,
      },
    }),
    () => 'a.parquet',
  ],
])('external files that the log of a Delta table names are not read: %s', async (_, added, path) => {
  await writeDelta('escaping', added(), path())
  expect(await failure('escaping', 'SELECT id FROM escaping')).toEqual(outside('escaping'))
})

it('external files that a checkpoint names are not read', async () => {
  await writeDelta('pointing', {})
  const checkpoint = join(root, 'data/pointing/_delta_log/00000000000000000000.checkpoint.parquet')
  const path = join(root, 'outside/secret.parquet')
  await writeParquet(checkpoint, `SELECT {'path': '${path}', 'size': 1::BIGINT} AS add`)
  expect(await failure('pointing', 'SELECT id FROM pointing')).toEqual(outside('pointing'))
})

it('links in the folder of a table that lead outside are not followed', async () => {
  await writeDelta('linked', {}, 'b.parquet')
  symlinkSync(join(root, 'outside/secret.parquet'), join(root, 'data/linked/b.parquet'))
  expect(await failure('linked', 'SELECT id FROM linked')).toMatchObject({
    code: expect.stringMatching(/^lake-(file-outside|table-unreadable)$/),
  })
})

it('external files and URLs that the metadata of an Iceberg table name are not read', async () => {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await failure('iceberg', 'SELECT id FROM hostile')).toMatchObject({
    code: expect.stringMatching(/^lake-(file-outside|table-unreadable)$/),
    args: expect.arrayContaining(['hostile']),
  })
  for (const target of [
    `http://127.0.0.1:${port}/list.avro`,
    `http://127.0.0.1:${port}/metadata/list.avro`,
    '/etc/passwd',
  ]) {
    cpSync(join(root, 'data/iceberg/orders'), join(root, 'data/pointed'), { recursive: true })
    const folder = join(root, 'data/pointed/metadata')
    const file = join(
      folder,
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .at(-1) ?? '',
    )
    const metadata = JSON.parse(readFileSync(file, 'utf8')) as { snapshots: { 'manifest-list': string }[] }
    for (const snapshot of metadata.snapshots) snapshot['manifest-list'] = target
    writeFileSync(file, JSON.stringify(metadata))
    expect(await failure('pointed', 'SELECT id FROM pointed')).toMatchObject({
      code: expect.stringMatching(/^lake-(file-outside|table-unreadable)$/),
    })
  }
  expect(requests).toBe(0)
  server.close()
})

it.each([
  ['an absolute path', () => join(root, 'outside/secret.parquet'), 'false'],
  ['a path above', () => '../../../../../outside/secret.parquet', 'true'],
  ['a URL', () => 'http://127.0.0.1:9/secret.parquet', 'false'],
])('external files that the catalogue of a DuckLake names are not read: %s', async (_, path, isRelative) => {
  const name = `bad-${isRelative}-${path().length}`
  const { tamper } = await writeLake(name)
  await tamper(
    `UPDATE catalogue.ducklake_data_file SET path = '${path()}', path_is_relative = ${isRelative} WHERE table_id =
     (SELECT table_id FROM catalogue.ducklake_table WHERE table_name = 'orders')`,
  )
  const catalogue = `${name}/lake.ducklake`
  expect(await failure(catalogue, 'SELECT id FROM orders')).toEqual(outside('orders'))
  expect(await rowsOf(await connect(catalogue), 'SELECT name FROM crm.people', 1)).toEqual([['ana']])
})

it.each([
  ['the function of Delta Lake', () => `SELECT * FROM delta_scan('${root}/data/delta/sales')`],
  ['the function of Iceberg', () => `SELECT * FROM iceberg_scan('${root}/data/iceberg/orders')`],
  ['the snapshots of Iceberg', () => `SELECT * FROM iceberg_snapshots('${root}/data/iceberg/orders')`],
  ['Avro files', () => `SELECT * FROM read_avro('${root}/data/iceberg/x.avro')`],
  ['Parquet files', () => `SELECT * FROM '${root}/data/delta/sales/x.parquet'`],
  ['the files of a DuckLake', () => "SELECT * FROM ducklake_list_files('facet_lake', 'orders')"],
  ['the catalog of a DuckLake', () => 'SELECT * FROM facet_lake.main.orders'],
  ['the metadata of a DuckLake', () => 'SELECT * FROM __ducklake_metadata_facet_lake.ducklake_data_file'],
  ['ATTACH', () => `ATTACH 'ducklake:${root}/data/x.ducklake' AS other`],
  ['the settings', () => 'SELECT * FROM duckdb_settings()'],
])('rejects %s, also without a guard', async (_, text) => {
  await writeDuckLakeOnce()
  for (const path of ['delta', 'iceberg', 'guarded/lake.ducklake'])
    for (const isGuarded of [true, false]) {
      const error: unknown = await connect(path)
        .then((connection) => rowsOf(connection, text(), 1, isGuarded))
        .catch((caught: unknown) => caught)
      expect(error).toMatchObject({
        code: expect.stringMatching(/^(sql-refused|table-missing|virtual-not-select|sql-syntax|function-refused)$/),
      })
    }
})

let guarded: Promise<unknown> | undefined
const writeDuckLakeOnce = () => (guarded ??= writeLake('guarded'))

it('shows no path in plans, definitions and errors', async () => {
  const connection = await connect('delta')
  const sql = await new Guard(connection, lakehouse.dialect).statement("SELECT id FROM sales WHERE region = 'EU'")
  const plan = await connection.plan(sql, SIGNAL)
  const metadata = await connection.tableMetadata('main', 'sales')
  expect(metadata?.definition).toBe('-- Delta Lake')
  await writeDelta('broken', {})
  writeFileSync(join(root, 'data/broken/a.parquet'), 'PAR1 no parquet')
  const error = await failure('broken', 'SELECT id FROM broken')
  expect(error).toMatchObject({ code: 'lake-table-unreadable', args: expect.arrayContaining(['broken', 'Delta Lake']) })
  expect(JSON.stringify([plan, metadata])).not.toMatch(/\/tmp|\/proc|scratch|parquet/)
})

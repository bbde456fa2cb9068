import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deletionVector, deletionVectorFile, writeDeltaTable } from '#testing/delta-table.ts'
import { writeParquet } from '#testing/duckdb-file.ts'
import type { Connection, EngineStorage } from '../engine.ts'
import { createSql } from '../sql.ts'
import { lakehouse } from './index.ts'

const TABLES = process.env['FACET_TEST_LAKEHOUSE'] ?? ''
const EXTENSIONS = process.env['FACET_TEST_EXTENSIONS'] ?? ''
const SIGNAL = new AbortController().signal

let root: string
let storage: EngineStorage
const open: Connection[] = []

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'facet-untrusted-')))
  for (const folder of ['home/databases', 'data', 'outside']) mkdirSync(join(root, folder), { recursive: true })
  storage = { directory: join(root, 'home/databases'), dataDirectories: [join(root, 'data')], extensions: EXTENSIONS }
})
afterAll(async () => {
  for (const connection of open) await connection.close()
  rmSync(root, { recursive: true, force: true })
})

/** Returns the first column of a statement on the tables in a folder. */
async function valuesOf(path: string, text: string): Promise<readonly unknown[]> {
  const connection = await lakehouse.connect({ path: join(root, 'data', path) }, storage)
  open.push(connection)
  const table = await connection.table(createSql(text, [], text), { signal: SIGNAL, maxRows: 100, labels: ['c'] })
  return Array.from({ length: table.rowCount }, (_, row) => table.columns[0]?.values[row])
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const MAP = 'MAP(VARCHAR, VARCHAR)'
const VECTOR =
  'STRUCT(storageType VARCHAR, pathOrInlineDv VARCHAR, "offset" INTEGER, sizeInBytes INTEGER, cardinality BIGINT)'
const ADD = `STRUCT(path VARCHAR, partitionValues ${MAP}, size BIGINT, modificationTime BIGINT, dataChange BOOLEAN,
  stats VARCHAR, deletionVector ${VECTOR})`
const PROTOCOL =
  'STRUCT(minReaderVersion INTEGER, minWriterVersion INTEGER, readerFeatures VARCHAR[], writerFeatures VARCHAR[])'
const METADATA = `STRUCT(id VARCHAR, format STRUCT(provider VARCHAR, options ${MAP}), schemaString VARCHAR,
  partitionColumns VARCHAR[], configuration ${MAP})`

/**
 * Replaces the log of a table with the rows 1, 2 and 3 by a checkpoint of two parts: `first` is the name of the added
 * files in the part that has none. The list of removed rows has one row.
 */
async function writeCheckpoint(name: string, first: string, storageType: string, pathOrInlineDv: string) {
  const table = join(root, 'data', name)
  await writeDeltaTable(table, {})
  const log = join(table, '_delta_log')
  const commit = join(log, '00000000000000000000.json')
  const actions = readFileSync(commit, 'utf8')
    .split('\n')
    .map((line) => JSON.parse(line) as { metaData?: { schemaString: string } })
  const schema = actions.find(({ metaData }) => metaData)?.metaData?.schemaString ?? ''
  const features = "'readerFeatures': ['deletionVectors'], 'writerFeatures': ['deletionVectors']"
  const protocol = `{'minReaderVersion': 3, 'minWriterVersion': 7, ${features}}::${PROTOCOL}`
  const metadata = `{'id': '1', 'format': {'provider': 'parquet', 'options': MAP {}::${MAP}},
    'schemaString': ${quoted(schema)}, 'partitionColumns': []::VARCHAR[], 'configuration': MAP {}::${MAP}}::${METADATA}`
  const vector = `{'storageType': ${quoted(storageType)}, 'pathOrInlineDv': ${quoted(pathOrInlineDv)}, 'offset': 1,
    'sizeInBytes': ${deletionVector([0]).length}, 'cardinality': 1}`
  const add = `{'path': 'a.parquet', 'partitionValues': MAP {}::${MAP}, 'size': 500, 'modificationTime': 1,
    'dataChange': false, 'stats': NULL, 'deletionVector': ${vector}}::${ADD}`
  const part = (number: number) => join(log, `00000000000000000007.checkpoint.000000000${number}.0000000002.parquet`)
  await writeParquet(
    part(1),
    `SELECT ${protocol} AS protocol, NULL::${METADATA} AS "metaData", NULL::${ADD} AS "${first}"
     UNION ALL SELECT NULL, ${metadata}, NULL`,
  )
  await writeParquet(part(2), `SELECT NULL::${PROTOCOL} AS protocol, NULL::${METADATA} AS "metaData", ${add} AS "add"`)
  rmSync(commit)
  writeFileSync(join(log, '00000000000000000008.json'), '{"commitInfo":{"timestamp":1}}')
  return table
}

const ZERO_NAME = '0'.repeat(20)
const VECTOR_FILE = 'deletion_vector_00000000-0000-0000-0000-000000000000.bin'

it('reads a Delta checkpoint of several parts, with removed rows and later commits', async () => {
  const table = await writeCheckpoint('parts', 'add', 'u', ZERO_NAME)
  writeFileSync(join(table, VECTOR_FILE), deletionVectorFile(deletionVector([0])))
  expect(await valuesOf('parts', 'SELECT id FROM parts ORDER BY id')).toEqual([2, 3])
  await writeParquet(join(table, 'b.parquet'), 'SELECT 4::INTEGER AS id')
  const add = { path: 'b.parquet', partitionValues: {}, size: 300, modificationTime: 2, dataChange: true }
  writeFileSync(join(table, '_delta_log/00000000000000000009.json'), JSON.stringify({ add }))
  await expect.poll(() => valuesOf('parts', 'SELECT id FROM parts ORDER BY id')).toEqual([2, 3, 4])
})

it('files or URLs that one part of a Delta checkpoint names are not read, with any second part', async () => {
  const requests: unknown[] = []
  const server = createServer(({ url }, response) => {
    requests.push(url)
    response.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const file = join(root, 'outside/vector.bin')
  writeFileSync(file, deletionVectorFile(deletionVector([0])))
  const signed = ['Signature', 'Credential', 'Algorithm', 'Date', 'Expires', 'SignedHeaders']
  const query = signed.map((name) => `X-Amz-${name}=1`).join('&')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/vector?${query}`
  for (const [index, path] of [`file://${file}`, url].entries())
    for (const [name, code] of [
      ['add', 'lake-file-outside'],
      ['ADD', 'lake-table-unreadable'],
    ] as const) {
      const table = `split${index}${name}`
      await writeCheckpoint(table, name, 'p', path)
      await expect(valuesOf(table, `SELECT id FROM ${table}`)).rejects.toMatchObject({ code })
    }
  expect(requests).toEqual([])
  server.close()
})

it('reads other tables next to one whose log is nested too deep to be printed', async () => {
  await writeDeltaTable(join(root, 'data/mixed/good'), {})
  await writeDeltaTable(join(root, 'data/mixed/deep'), {})
  const commit = join(root, 'data/mixed/deep/_delta_log/00000000000000000000.json')
  writeFileSync(commit, `{"commitInfo":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
  expect(await valuesOf('mixed', 'SELECT id FROM good ORDER BY id')).toEqual([1, 2, 3])
  await expect(valuesOf('mixed', 'SELECT id FROM deep')).rejects.toMatchObject({ code: 'lake-table-unreadable' })
})

/** Copies a table of Apache Iceberg with other paths of manifest lists. */
function writeIceberg(name: string, list: (file: string, table: string) => string, isPacked = false): string {
  const table = join(root, 'data', name)
  cpSync(join(TABLES, 'iceberg/orders'), table, { recursive: true })
  const folder = join(table, 'metadata')
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const file = join(folder, files.toSorted().at(-1) ?? '')
  // Numbers of snapshots are too large for a parser: the text is changed.
  const text = readFileSync(file, 'utf8').replaceAll(/"manifest-list":"[^"]*\/([^"/]+)"/g, (_, last: string) => {
    mkdirSync(join(table, 'other'), { recursive: true })
    for (const copy of [`other/${last}`, `data/${last}.parquet`]) cpSync(join(folder, last), join(table, copy))
    return `"manifest-list":"${list(last, table)}"`
  })
  writeFileSync(isPacked ? file.replace('.metadata.json', '.gz.metadata.json') : file, isPacked ? gzipSync(text) : text)
  if (isPacked) rmSync(file)
  return table
}

it('reads manifest lists below the folder, from packed metadata too', async () => {
  writeIceberg('moved', (file) => `s3://lake/moved/metadata/${file}`, true)
  expect(await valuesOf('moved', 'SELECT id FROM moved ORDER BY id')).toEqual([1, 3, 4])
  writeIceberg('relative', (file) => `other/${file}`)
  expect(await valuesOf('relative', 'SELECT id FROM relative ORDER BY id')).toEqual([1, 3, 4])
})

it.each([
  // The engine would open these by name: another file could take the place of the checked one.
  ['above', (file: string, table: string) => `x/metadata/${'../'.repeat(20)}${table.slice(1)}/other/${file}`],
  ['back', (file: string) => `x/metadata/../metadata/${file}`],
  ['unchecked', (file: string) => `x/data/${file}.parquet`],
  ['twice', (file: string) => `x/metadata/../other/${file}","manifest-list":"x/metadata/${file}`],
])('rejects an Iceberg table with manifest lists by paths that are %s', async (name, list) => {
  writeIceberg(name, list)
  await expect(valuesOf(name, `SELECT id FROM ${name}`)).rejects.toMatchObject({
    code: 'lake-file-outside',
    args: [name],
  })
})

it('rejects an Iceberg table whose manifest names a data file by a path above', async () => {
  cpSync(join(TABLES, 'iceberg/above'), join(root, 'data/above'), { recursive: true })
  await expect(valuesOf('above', 'SELECT id FROM above')).rejects.toMatchObject({ code: 'lake-file-outside' })
})

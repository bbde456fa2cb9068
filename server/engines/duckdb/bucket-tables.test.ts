import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '#testing/object-store.ts'
import { bucketFiles, BucketTables } from './bucket-tables.ts'
import type { BucketSource } from './object-store.ts'

const ACCOUNT = { region: 'eu-west-1', accessKey: 'AKIAREADER', secretKey: "extremely 'secret'" }
const objects = (...keys: readonly string[]) => keys.map((key) => ({ key, size: 1, version: key }))
const filesOf = (path: string, ...keys: readonly string[]) =>
  bucketFiles({ endpoint: 'https://s3.example.org', path, ...ACCOUNT }, objects(...keys)).map(
    ({ table, name, partitions }) => [table, name, ...partitions],
  )

it.each([
  [
    'lake',
    ['a.csv', 'sales/region=EU/x.parquet', 'sales/y.parquet', '_old.csv', '.x/a.csv', 'notes.txt', 'sales/'],
    [
      ['a', 'a.csv'],
      ['sales', 'sales/region=EU/x.parquet', 'region=EU'],
      ['sales', 'sales/y.parquet'],
    ],
  ],
  [
    'lake/data',
    ['data/a.csv', 'data/b/c.json', 'database.csv'],
    [
      ['a', 'a.csv'],
      ['b', 'b/c.json'],
    ],
  ],
  ['lake/data/', ['data/a.csv'], [['a', 'a.csv']]],
  ['lake/sales', ['sales/year=1/a.csv'], [['sales', 'year=1/a.csv', 'year=1']]],
  ['lake/data/*/x?.csv', ['data/b/x1.csv', 'data/b/x12.csv', 'data/x1.csv'], [['data', 'b/x1.csv']]],
  ['lake/data/a.csv', ['data/a.csv', 'data/a.csv.gz'], [['a', 'a.csv']]],
])('creates tables of the objects at %s', (path, keys, expected) => {
  expect(filesOf(path, ...keys)).toEqual(expected)
})

it.each([
  ['lake/none', ['a.csv'], 'data-files-missing'],
  ['la..ke', ['a.csv'], 'uri-wrong'],
  ['../lake', ['a.csv'], 'uri-wrong'],
  ['*/x.csv', ['a.csv'], 'uri-wrong'],
  ['l/a.csv', ['a.csv'], 'uri-wrong'],
  ['lake', [`${'f/'.repeat(16)}a.csv`], 'data-files-many'],
  ['lake/a', ['a/x.parquet', 'a/_delta_log/0.json'], 'data-files-format'],
  ['lake/a/*.parquet', ['a/x.parquet', 'a/.hoodie/hoodie.properties'], 'data-files-format'],
  ['lake', ['x.parquet', 'metadata/v1.metadata.json'], 'data-files-format'],
  ['lake', Array.from({ length: 5001 }, (_, index) => `${index}.csv`), 'data-files-many'],
])('rejects %s', (path, keys, code) => {
  expect(() => filesOf(path, ...keys)).toThrow(expect.objectContaining({ code }))
})

let folder: string
let store: ObjectStore
let source: BucketSource
let tables: BucketTables
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-bucket-'))
  writeFileSync(join(folder, 'httpfs.duckdb_extension'), '')
  const keys = [
    'data/a.csv',
    'data/b/one.csv',
    'data/b/two.json',
    'data/odd/x?s3_endpoint=evil.csv',
    'data/odd2//x.csv',
    'data/orders/_delta_log/0.json',
    'data/orders/region=EU/x.parquet',
    'data/trips/data/x.parquet',
    'data/trips/metadata/00000-5f.metadata.json',
    'data/trips/metadata/0a.avro',
    'hudi/.hoodie/hoodie.properties',
    'hudi/region=EU/x.parquet',
  ]
  store = await startObjectStore(new Map(keys.map((key) => [key, ''])))
  source = { endpoint: store.endpoint, path: 'lake/data', ...ACCOUNT, extensions: folder }
  tables = await BucketTables.open(source)
})
afterAll(() => {
  tables.close()
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

it('names listed tables only, and rejects those that the engine would read as others', () => {
  expect(tables.names).toEqual(['a', 'b', 'odd', 'odd2', 'orders', 'trips'])
  expect([tables.has('A'), tables.has('c')]).toEqual([true, false])
  expect(tables.definition('a')).toBe('-- csv\n-- a.csv')
  expect(tables.directory).toBe('s3://lake/data/')
  expect(tables.view('c')).toBeUndefined()
  expect(() => tables.view('b')).toThrow(expect.objectContaining({ code: 'data-files-ambiguous' }))
  for (const table of ['odd', 'odd2'])
    expect(() => tables.view(table)).toThrow(expect.objectContaining({ code: 'data-file-unreadable' }))
})

it.each([
  ['orders', 'Delta Lake'],
  ['trips', 'Apache Iceberg'],
])('rejects the table %s in the format %s', (table, format) => {
  const error = expect.objectContaining({ code: 'data-files-format', args: [table, format] })
  expect(() => tables.view(table)).toThrow(error)
})

it.each([
  ['lake/data/orders/region=EU', 'Delta Lake'],
  ['lake/data/orders/region=EU/x.parquet', 'Delta Lake'],
  ['lake/data/trips/data', 'Apache Iceberg'],
  ['lake/hudi/region=EU', 'Apache Hudi'],
])('rejects %s, which is in a table in the format %s', async (path, format) => {
  const opened = BucketTables.open({ ...source, path })
  await expect(opened).rejects.toMatchObject({ code: 'data-files-format', args: [path, format] })
})

it('skips folders above a source that the account may not list', async () => {
  const own = '/lake/?encoding-type=url&list-type=2&prefix=data%2Fb%2F'
  const limited = await startObjectStore(new Map([['data/b/one.csv', '']]), ({ url }, response) => {
    if (url !== own) response.writeHead(403).end()
    return url !== own
  })
  const opened = await BucketTables.open({ ...source, endpoint: limited.endpoint, path: 'lake/data/b' })
  expect(opened.names).toEqual(['one'])
  opened.close()
  limited.close()
})

it('gives the account to DuckDB in a secret of the bucket only, and all traffic to the proxy', async () => {
  const statements: string[] = []
  const run = (text: string) => Promise.resolve(void statements.push(text))
  await tables.attach({ run } as unknown as Pick<DuckDBConnection, 'run'>, folder)
  const secrets = statements.filter((text) => text.includes('AKIAREADER') || text.includes('extremely'))
  const { port } = new URL(store.endpoint)
  expect(secrets).toEqual([
    "CREATE SECRET facet_bucket (TYPE s3, KEY_ID 'AKIAREADER', SECRET 'extremely ''secret''', REGION 'eu-west-1', " +
      `ENDPOINT '127.0.0.1:${port}', USE_SSL false, URL_STYLE 'path', SCOPE 's3://lake')`,
  ])
  expect(statements[0]).toBe(`LOAD '${join(folder, 'httpfs.duckdb_extension')}'`)
  for (const setting of [
    'allow_persistent_secrets=false',
    "http_proxy='127.0.0.1:",
    'enable_server_cert_verification=true',
    'enable_curl_server_cert_verification=true',
  ])
    expect(statements.join('; ')).toContain(`SET GLOBAL ${setting}`)
  expect(readFileSync(join(folder, 'authorities.pem'), 'utf8')).toContain(rootCertificates[0])
})

it.each([
  [
    "HTTP Error: HTTP GET error reading 's3://lake/data/a.csv' in region 'x' (HTTP 403 Forbidden)",
    'bucket-denied',
    'a.csv',
  ],
  ["HTTP Error: HTTP GET error reading 's3://lake/data/a.csv' (HTTP 404 Not Found)", 'data-files-changed', undefined],
  ['HTTP Error: ETag on reading file "s3://lake/data/a.csv" was initially x', 'data-files-changed', undefined],
  ['Invalid Input Error: CSV Error on Line: 7\n file = s3://lake/data/a.csv', 'data-file-unreadable', 'a.csv, line 7'],
  ['IO Error: Could not connect with AKIAREADER', 'data-file-unreadable', 'a'],
  ["Error: extremely 'secret'", 'data-file-unreadable', 'a'],
  ['HTTP Error: unknown', 'data-file-unreadable', 'a'],
])('explains %j without the account and the location', (message, code, name) => {
  const shown = tables.explain(new Error(message)) as Error
  expect(shown).toMatchObject({ code, args: name === undefined ? [] : [name] })
  expect(shown.message).not.toMatch(/s3:|AKIA|extremely/)
})

it('returns other errors unchanged', () => {
  const error = new Error('Binder Error: Referenced column "x" not found')
  expect(tables.explain(error)).toBe(error)
})

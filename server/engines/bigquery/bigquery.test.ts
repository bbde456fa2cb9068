import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type RecordedBigQuery, openRecordedBigQuery, SERVICE_KEY } from '#testing/bigquery-driver.ts'
import { withCaller } from '../engine-caller.ts'
import { createSql } from '../sql.ts'
import { bigQueryColumn, bigQueryFormat } from './cells.ts'
import type { BigQueryField, BigQueryValue } from './client.ts'
import { explain } from './explain.ts'

let home: RecordedBigQuery
beforeAll(async () => {
  home = await openRecordedBigQuery()
})
beforeEach(() => home.reset())
afterAll(() => home.remove())

const SIGNAL = new AbortController().signal
const run = { signal: SIGNAL, maxRows: 10, labels: ['n'] }
const sql = (text: string, params: Parameters<typeof createSql>[1] = []) => createSql(text, params, text)
const page = (rows: readonly (string | null)[], more: object = {}) => ({
  jobComplete: true,
  schema: { fields: [{ name: 'n', type: 'INTEGER' }] },
  rows: rows.map((v) => ({ f: [{ v }] })),
  ...more,
})

it('signs in by the account of the key only, and ignores other entries of the key', async () => {
  await home.connect()
  expect(home.calls.services).toEqual([
    {
      projectId: 'sales-123456',
      credentials: {
        client_email: 'facet@sales-123456.example',
        private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      },
      userAgent: 'facet',
    },
  ])
  expect(home.calls.requests[0]?.json?.configuration).toMatchObject({ dryRun: true, query: { query: 'SELECT 1' } })
})

it('runs a job with typed values, a limit of time and of bytes, and labels of its user', async () => {
  home.calls.replies.push(['GET /queries/', page(['1', null])])
  const database = await home.connect({ location: 'EU', maximum_bytes_billed: '1000' })
  const params = ['x', 2, 2.5, true, null, { epochMs: 0 }]
  const caller = { username: 'Ana.Öz', dashboard: 7 }
  const table = await withCaller(caller, () => database.table(sql('SELECT a', params), run))
  expect(table.columns[0]?.values).toEqual([1, null])
  const { json } = home.calls.requests[1] ?? {}
  expect(json?.jobReference).toEqual({
    projectId: 'sales-123456',
    location: 'EU',
    jobId: expect.stringMatching(/^facet_[\da-f-]{36}$/),
  })
  const typed = (type: string, value: string | null) => ({ parameterType: { type }, parameterValue: { value } })
  expect(json?.configuration).toEqual({
    labels: { application: 'facet', user: 'ana_öz', dashboard: '7' },
    jobTimeoutMs: '900000',
    query: {
      query: 'SELECT a',
      useLegacySql: false,
      defaultDataset: { projectId: 'sales-123456', datasetId: 'shop' },
      maximumBytesBilled: '1000',
      parameterMode: 'POSITIONAL',
      queryParameters: [
        typed('STRING', 'x'),
        typed('INT64', '2'),
        typed('FLOAT64', '2.5'),
        typed('BOOL', 'true'),
        typed('STRING', null),
        typed('STRING', '1970-01-01 00:00:00.000000'),
      ],
    },
  })
  expect(home.calls.requests[2]).toMatchObject({
    uri: `/queries/${json?.jobReference?.['jobId']}`,
    qs: { location: 'EU', 'formatOptions.useInt64Timestamp': true },
  })
})

it('waits for a job, and reads its pages only as far as rows are needed', async () => {
  const { calls } = home
  calls.replies.push(['GET /queries/', { jobComplete: false }, true])
  calls.replies.push(['"pageToken":"p2"', page(['3', '4'], { pageToken: 'p3' })])
  calls.replies.push(['GET /queries/', page(['1', '2'], { pageToken: 'p2' })])
  const database = await home.connect()
  const table = await database.table(sql('SELECT a'), { ...run, maxRows: 3 })
  expect(table.columns[0]?.values).toEqual([1, 2, 3])
  expect(calls.requests.filter(({ method }) => method === 'GET')).toHaveLength(3)
})

it('cancels the job of an aborted statement', async () => {
  const { calls } = home
  calls.replies.push(['GET /queries/', { jobComplete: false }])
  const database = await home.connect()
  const abort = new AbortController()
  const running = database.table(sql('SELECT slow'), { ...run, signal: abort.signal })
  await vi.waitFor(() => expect(calls.requests.at(-1)?.uri).toContain('/queries/'))
  abort.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  const job = calls.requests[1]?.json?.jobReference?.['jobId']
  await vi.waitFor(() => expect(calls.requests.at(-1)?.uri).toBe(`/jobs/${job}/cancel`))
})

it('continues with a job that a repeated request has found', async () => {
  const { calls } = home
  const conflict = Object.assign(new Error('Already Exists: Job'), { code: 409 })
  calls.replies.push(['"query":"SELECT a"', conflict], ['GET /queries/', page(['1'])])
  const database = await home.connect()
  expect((await database.table(sql('SELECT a'), run)).rowCount).toBe(1)
})

it('rejects a result that is too large, and gives rows in chunks', async () => {
  home.calls.replies.push(['GET /queries/', page(['1'.repeat(60), '2'.repeat(60)])])
  const database = await home.connect()
  await expect(database.table(sql('SELECT a'), { ...run, maxBytes: 99 })).rejects.toMatchObject({
    code: 'result-too-large',
  })
  const failing = database.scan(sql('SELECT a'), run, () => Promise.reject(new Error('disk full')))
  await expect(failing).rejects.toThrow('disk full')
})

it('describes and explains a statement without running it', async () => {
  const statistics = {
    totalBytesProcessed: '2048',
    query: {
      statementType: 'SELECT',
      schema: { fields: [{ name: 'n', type: 'INTEGER', mode: 'NULLABLE' }] },
      referencedTables: [{ datasetId: 'shop', tableId: 'orders' }],
    },
  }
  home.calls.replies.push(['"dryRun":true', { statistics }])
  const database = await home.connect()
  expect(await database.shape(sql('SELECT a'))).toEqual([
    { name: 'n', type: 'INT64', logical: 'integer', generic: 0, nullable: true },
  ])
  expect(await database.plan(sql('SELECT a'), SIGNAL)).toEqual({
    name: 'SELECT',
    detail: 'Bytes processed: 2048\nshop.orders',
    cost: 2048,
    rows: null,
    children: [],
  })
})

it('lists datasets, tables of all pages, and columns of users only', async () => {
  const { calls } = home
  const tables = (name: string, type: string) => [{ tableReference: { tableId: name }, type }]
  calls.replies.push(
    ['GET /datasets {} {"maxResults":10000}', { datasets: [{ datasetReference: { datasetId: 'a' } }] }],
    ['"pageToken":"p2"', { tables: tables('v', 'MATERIALIZED_VIEW') }],
    ['GET /datasets/shop/tables {}', { tables: tables('t', 'TABLE'), nextPageToken: 'p2' }],
    ['GET /datasets/shop/tables/none', Object.assign(new Error('Not found'), { code: 404 })],
    [
      'GET /datasets/shop/tables/t ',
      {
        type: 'TABLE',
        numRows: '5',
        description: 'Orders',
        schema: { fields: [{ name: 'id', type: 'INTEGER', mode: 'REQUIRED', description: 'Number' }] },
        tableConstraints: { primaryKey: { columns: ['id'] } },
      },
    ],
  )
  const database = await home.connect()
  expect(await database.schemas()).toEqual(['shop', 'a'])
  expect(await database.tables('shop')).toEqual([
    { name: 't', kind: 'table' },
    { name: 'v', kind: 'view' },
  ])
  expect(await database.columns('shop', 't')).toEqual([
    { name: 'id', type: 'INT64', logical: 'integer', generic: 0, nullable: false },
  ])
  expect(await database.columns('shop', 'none')).toEqual([])
  expect(await database.tableMetadata('shop', 't')).toMatchObject({
    comment: 'Orders',
    columnComments: { id: 'Number' },
    primaryKey: { name: null, columns: ['id'] },
    rowEstimate: 5,
    isDerived: false,
  })
  expect(await database.tableMetadata('shop', 'none')).toBeUndefined()
  await expect(database.tables('INFORMATION_SCHEMA')).rejects.toMatchObject({ code: 'sql-refused' })
})

const cell = (v: BigQueryValue | null) => ({ v })

it.each<[field: Partial<BigQueryField>, raw: BigQueryValue, value: unknown]>([
  [{ type: 'INTEGER' }, '9007199254740993', '9007199254740993'],
  [{ type: 'INT64' }, '-12', -12],
  [{ type: 'FLOAT' }, '1.0E10', 1e10],
  [{ type: 'FLOAT64' }, 'NaN', 'NaN'],
  [{ type: 'FLOAT64' }, '-inf', '-Infinity'],
  [{ type: 'NUMERIC' }, '12.5', 12.5],
  [{ type: 'BIGNUMERIC' }, '9007199254740993.25', '9007199254740993.25'],
  [{ type: 'BOOLEAN' }, 'false', false],
  [{ type: 'DATE' }, '1899-12-31', Date.UTC(1899, 11, 31)],
  [{ type: 'DATETIME' }, '2100-12-31T23:59:59.000250', Date.UTC(2100, 11, 31, 23, 59, 59) + 0.25],
  // Microseconds since 1970.
  [{ type: 'TIMESTAMP' }, '-250', -0.25],
  [{ type: 'TIMESTAMP' }, '1709164800000000', Date.UTC(2024, 1, 29)],
  [{ type: 'TIME' }, '12:34:56.789', '12:34:56.789'],
  [{ type: 'BYTES' }, '/wA=', String.raw`\xff00`],
  [{ type: 'BYTES' }, 'YWJj', 'abc'],
  [{ type: 'JSON' }, '{"a":1}', '{"a":1}'],
  [{ type: 'STRING' }, 'ä"', 'ä"'],
  [{ type: 'INTEGER', mode: 'REPEATED' }, [cell('1'), cell('9007199254740993')], '[1,"9007199254740993"]'],
  [
    {
      type: 'RECORD',
      fields: [
        { name: 'a"', type: 'STRING' },
        { name: 'b', type: 'BOOLEAN' },
      ],
    },
    { f: [cell('x'), cell(null)] },
    '{"a\\"":"x","b":null}',
  ],
])('shows %j %j as %j', (field, raw, value) => {
  const format = bigQueryFormat({ name: 'c', type: '', ...field }, false)
  expect(format.value(raw)).toEqual(value)
  expect(JSON.parse(format.json(raw))).toEqual(value)
})

it('keeps all digits of decimals if needed', () => {
  expect(bigQueryFormat({ name: 'c', type: 'NUMERIC' }, true).value('0.10')).toBe('0.10')
})

it.each([
  ['RECORD', undefined, 'STRUCT', 'opaque'],
  ['FLOAT', 'REPEATED', 'ARRAY<FLOAT64>', 'opaque'],
  ['BIGNUMERIC', undefined, 'BIGNUMERIC', 'decimal'],
  ['TIME', undefined, 'TIME', 'other'],
  ['TIMESTAMP', undefined, 'TIMESTAMP', 'timestamp'],
])('converts the type %s %s to %s', (type, mode, name, logical) => {
  const field = { name: 'c', type, ...(mode === undefined ? {} : { mode }) }
  expect(bigQueryColumn(field)).toMatchObject({ type: name, logical })
})

const failed = (message: string, reason = 'invalidQuery', code = 400) =>
  Object.assign(new Error(message), { code, errors: [{ reason, message }] })

it.each([
  [failed('Unrecognized name: nope at [1:8]'), 'column-missing', ['nope']],
  [failed('Not found: Table p:shop.nope was not found in location EU', 'notFound', 404), 'table-missing', ['nope']],
  [failed('Not found: Dataset p:nope', 'notFound', 404), 'schema-missing', ['nope']],
  [failed('Function not found: NOPE at [1:8]'), 'object-missing', ['NOPE']],
  [failed('Access Denied: Table p:d.t', 'accessDenied', 403), 'sql-refused', ['Access Denied: Table p:d.t']],
  [failed('Job execution was cancelled: Job timed out', 'stopped', 499), 'query-timeout', ['900']],
  [failed('Job execution was cancelled: User requested', 'stopped', 499), 'query-stopped', []],
  [new Error('invalid_grant: Invalid JWT Signature.'), 'connection-denied', ['service account']],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'connection-port-closed', []],
  [failed('Division by zero'), 'query-failed', ['Division by zero']],
])('explains %s', (error, code, args) => {
  expect(explain(error)).toMatchObject({ code, args })
})

it('names the position of a syntax error', () => {
  const error = failed('Syntax error: Unexpected keyword FROM at [2:3]')
  expect(explain(error, 'SELECT a\n, FROM t')).toMatchObject({
    code: 'sql-syntax',
    args: ['Syntax error: Unexpected keyword FROM'],
    position: 11,
  })
})

it.each([
  [{ project: 'No Project' }, 'connection-database'],
  [{ dataset: 'a.b' }, 'connection-database'],
  [{ dataset: 'INFORMATION_SCHEMA' }, 'connection-database'],
  [{ location: 'EU/x' }, 'connection-payload'],
  [{ maximum_bytes_billed: 'many' }, 'connection-payload'],
  [{ password: '' }, 'connection-payload'],
  [{ password: '{"type":"external_account"}' }, 'connection-payload'],
  [{ password: SERVICE_KEY.replace('service_account', 'authorized_user') }, 'connection-payload'],
])('rejects the settings %j', async (change, code) => {
  await expect(home.connect(change)).rejects.toMatchObject({ code })
})

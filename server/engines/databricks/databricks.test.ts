import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type RecordedDatabricks, openRecordedDatabricks } from '#testing/databricks-driver.ts'
import { withCaller } from '../engine-caller.ts'
import { createSql } from '../sql.ts'
import { databricksColumn, databricksFormat, typeNamed } from './cells.ts'
import type { DatabricksValue } from './cells.ts'
import { explain } from './explain.ts'

let home: RecordedDatabricks
beforeAll(async () => {
  home = await openRecordedDatabricks()
})
beforeEach(() => home.reset())
afterAll(() => home.remove())

const SIGNAL = new AbortController().signal
const run = { signal: SIGNAL, maxRows: 10, labels: ['n'] }
const sql = (text: string, params: Parameters<typeof createSql>[1] = []) => createSql(text, params, text)
const BIGINT = 4
const numbers = (...chunks: (bigint | null)[][]) => ({
  columns: [['n', BIGINT] as const],
  chunks: chunks.map((chunk) => chunk.map((n) => ({ n }))),
})

it('opens a session in UTC, and reads exact values', async () => {
  await home.connect()
  expect(home.calls.connections).toEqual([
    {
      host: 'dbc-1.cloud.databricks.com',
      port: 443,
      path: '/sql/1.0/warehouses/1',
      token: 'dapi1',
      userAgentEntry: 'facet',
      socketTimeout: 120_000,
      preserveBigNumericPrecision: true,
      telemetryEnabled: false,
      useArrowNativeTypes: false,
    },
  ])
  expect(home.calls.sessions).toEqual([
    {
      initialCatalog: 'main',
      initialSchema: 'shop',
      configuration: { TIMEZONE: 'UTC', ANSI_MODE: 'true', STATEMENT_TIMEOUT: '900' },
    },
  ])
})

it('runs a statement with its values, limits and tags, and fetches all chunks', async () => {
  home.calls.replies.push(['SELECT a', numbers([1n, null], [9007199254740993n])])
  const database = await home.connect()
  const params = ['x', 2, 2.5, true, null, { epochMs: 0 }]
  const caller = { username: 'Ana', dashboard: 7 }
  const table = await withCaller(caller, () => database.table(sql('SELECT a', params), run))
  expect(table.columns[0]?.values).toEqual([1, null, '9007199254740993'])
  expect(home.calls.statements.at(-1)).toEqual({
    text: 'SELECT a',
    ordinalParameters: ['x', 2, 2.5, true, null, '1970-01-01 00:00:00.000000'],
    queryTimeout: 900,
    queryTags: { application: 'facet', user: 'Ana', dashboard: '7' },
    maxRows: 10_000,
    useCloudFetch: false,
  })
})

it('numbers the columns of a statement that has a name twice', async () => {
  home.calls.replies.push(
    ['AS t(c1, c2)', { columns: [['c1', BIGINT] as const, ['c2', BIGINT] as const], chunks: [[{ c1: 1n, c2: 2n }]] }],
    ['SELECT a', { columns: [['a', BIGINT] as const, ['a', BIGINT] as const], chunks: [[{ a: 2n }]] }],
  )
  const database = await home.connect()
  const table = await database.table(sql('SELECT a, b AS a'), { ...run, labels: ['x', 'y'] })
  expect(table.columns.map(({ values }) => values)).toEqual([[1], [2]])
  expect(home.calls.statements.at(-1)?.text).toBe('SELECT * FROM (SELECT a, b AS a\n) AS t(c1, c2)')
})

it('reads only the needed rows, and rejects a result that is too large', async () => {
  home.calls.replies.push(['SELECT a', numbers([1n, 2n, 3n], [4n])])
  const database = await home.connect()
  const table = await database.table(sql('SELECT a'), { ...run, maxRows: 2 })
  expect(table.columns[0]?.values).toEqual([1, 2])
  await expect(database.table(sql('SELECT a'), { ...run, maxBytes: 2 })).rejects.toMatchObject({
    code: 'result-too-large',
  })
  const failing = database.scan(sql('SELECT a'), run, () => Promise.reject(new Error('disk full')))
  await expect(failing).rejects.toThrow('disk full')
})

it('cancels an aborted statement in the server', async () => {
  const { calls } = home
  calls.replies.push(['SELECT slow', 'hang'])
  const database = await home.connect()
  const abort = new AbortController()
  const running = database.table(sql('SELECT slow'), { ...run, signal: abort.signal })
  await vi.waitFor(() => expect(calls.statements.at(-1)?.text).toBe('SELECT slow'))
  abort.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  await vi.waitFor(() => expect(calls.cancelled).toEqual(['SELECT slow']))
})

it('opens another session after the first has ended', async () => {
  const { calls } = home
  calls.replies.push(['SELECT a', new Error('Invalid SessionHandle: abc'), true], ['SELECT a', numbers([1n])])
  const database = await home.connect()
  expect((await database.table(sql('SELECT a'), run)).rowCount).toBe(1)
  expect(calls.sessions).toHaveLength(2)
})

it('opens one session for several statements after the first has ended', async () => {
  const { calls } = home
  const ended = new Error('[INVALID_HANDLE.SESSION_CLOSED] The handle is invalid.')
  calls.replies.push(['SELECT a', ended, true], ['SELECT a', ended, true], ['SELECT a', numbers([1n])])
  const database = await home.connect()
  const tables = await Promise.all([database.table(sql('SELECT a'), run), database.table(sql('SELECT a'), run)])
  expect(tables.map(({ rowCount }) => rowCount)).toEqual([1, 1])
  expect(calls.sessions).toHaveLength(2)
})

it('retains the session after an error whose message has text of a user', async () => {
  const { calls } = home
  calls.replies.push(['SELECT a', new Error("[CAST_INVALID_INPUT] The value 'Invalid SessionHandle' cannot be cast")])
  const database = await home.connect()
  await expect(database.table(sql('SELECT a'), run)).rejects.toThrow('CAST_INVALID_INPUT')
  expect(calls.sessions).toHaveLength(1)
  expect(calls.statements.filter(({ text }) => text === 'SELECT a')).toHaveLength(1)
})

it('opens no session after it was closed', async () => {
  const { calls } = home
  const database = await home.connect()
  await database.close()
  await expect(database.table(sql('SELECT a'), run)).rejects.toThrow('The database was closed')
  expect(calls.sessions).toHaveLength(1)
})

it('describes and explains a statement without running it', async () => {
  const described = [['col_name', 7] as const, ['data_type', 7] as const, ['comment', 7] as const]
  home.calls.replies.push(
    ['DESCRIBE QUERY SELECT a', { columns: described, chunks: [[{ col_name: 'n', data_type: 'decimal(10,2)' }]] }],
    ['EXPLAIN FORMATTED SELECT a', { columns: [['plan', 7] as const], chunks: [[{ plan: '== Physical Plan ==' }]] }],
  )
  const database = await home.connect()
  expect(await database.shape(sql('SELECT a'))).toEqual([
    { name: 'n', type: 'DECIMAL(10,2)', logical: 'decimal', generic: 0, nullable: true },
  ])
  expect(await database.plan(sql('SELECT a'), SIGNAL)).toMatchObject({ detail: '== Physical Plan ==', cost: null })
})

it('lists schemas, tables and columns of the named ones only, as the server reads names as patterns', async () => {
  const table = (schema: string, name: string, type: string) => ({
    TABLE_SCHEM: schema,
    TABLE_NAME: name,
    TABLE_TYPE: type,
  })
  home.calls.replies.push(
    [
      'getSchemas',
      { chunks: [[{ TABLE_SCHEM: 'a' }, { TABLE_SCHEM: 'information_schema' }], [{ TABLE_SCHEM: 'shop' }]] },
    ],
    ['getTables', { chunks: [[table('s_p', 'v', 'VIEW'), table('s_p', 't', 'TABLE'), table('sxp', 'x', 'TABLE')]] }],
    [
      'getColumns',
      {
        chunks: [
          [
            { TABLE_SCHEM: 's_p', TABLE_NAME: 't', COLUMN_NAME: 'b', TYPE_NAME: 'decimal(10,2)', ORDINAL_POSITION: 1 },
            {
              TABLE_SCHEM: 's_p',
              TABLE_NAME: 't',
              COLUMN_NAME: 'a',
              TYPE_NAME: 'INT',
              ORDINAL_POSITION: 0,
              IS_NULLABLE: 'NO',
            },
            { TABLE_SCHEM: 's_p', TABLE_NAME: 'tt', COLUMN_NAME: 'x', TYPE_NAME: 'INT', ORDINAL_POSITION: 0 },
          ],
        ],
      },
    ],
  )
  const database = await home.connect()
  expect(await database.schemas()).toEqual(['shop', 'a'])
  expect(await database.tables('s_p')).toEqual([
    { name: 't', kind: 'table' },
    { name: 'v', kind: 'view' },
  ])
  expect(await database.columns('s_p', 't')).toEqual([
    { name: 'a', type: 'INT', logical: 'integer', generic: 0, nullable: false },
    { name: 'b', type: 'DECIMAL(10,2)', logical: 'decimal', generic: 0, nullable: true },
  ])
  expect(await database.tableMetadata('s_p', 'none')).toBeUndefined()
  await expect(database.tables('Information_Schema')).rejects.toMatchObject({ code: 'sql-refused' })
})

it.each<[type: string, raw: DatabricksValue, value: unknown]>([
  ['BIGINT', '9007199254740993', '9007199254740993'],
  ['INT', -12, -12],
  ['FLOAT', Math.fround(0.1), 0.1],
  ['DOUBLE', Number.NaN, 'NaN'],
  ['DOUBLE', Number.NEGATIVE_INFINITY, '-Infinity'],
  ['DECIMAL(10,2)', '12.50', 12.5],
  ['DECIMAL(38,2)', '9007199254740993.25', '9007199254740993.25'],
  ['BOOLEAN', true, true],
  ['DATE', new Date(Date.UTC(1899, 11, 31)), Date.UTC(1899, 11, 31)],
  ['TIMESTAMP', '2100-12-31 23:59:59.00025', Date.UTC(2100, 11, 31, 23, 59, 59) + 0.25],
  ['TIMESTAMP_NTZ', '1969-12-31 23:59:59.5', -500],
  ['BINARY', Buffer.from([0xff, 0]), String.raw`\xff00`],
  ['ARRAY<INT>', [1, null], '[1,null]'],
  ['STRUCT<a: STRING>', { a: 'x' }, '{"a":"x"}'],
  ['STRING', 'ä"', 'ä"'],
])('shows %s %j as %j', (type, raw, value) => {
  const format = databricksFormat({ name: 'c', type }, false)
  expect(format.value(raw)).toEqual(value)
  expect(JSON.parse(format.json(raw))).toEqual(value)
})

it.each([
  [typeNamed(BIGINT), 'integer'],
  [typeNamed(5), 'real'],
  [typeNamed(15), 'decimal'],
  [typeNamed(17), 'date'],
  [typeNamed(21), 'other'],
  [typeNamed(undefined), 'text'],
  ['MAP<STRING,INT>', 'opaque'],
])('converts the type %s to %s', (type, logical) => {
  expect(databricksColumn({ name: 'c', type })).toMatchObject({ type, logical })
})

it.each([
  [
    '[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `t`.`nope` cannot be resolved. SQLSTATE: 42703; line 1 pos 7',
    'column-missing',
    ['nope'],
  ],
  [
    '[TABLE_OR_VIEW_NOT_FOUND] The table or view `main`.`shop`.`nope` cannot be found. Verify',
    'table-missing',
    ['nope'],
  ],
  ['[SCHEMA_NOT_FOUND] The schema `main`.`nope` cannot be found.', 'schema-missing', ['nope']],
  ['[UNRESOLVED_ROUTINE] Cannot resolve routine `nope` on search path', 'object-missing', ['nope']],
  ['[INSUFFICIENT_PERMISSIONS] Insufficient privileges: x', 'sql-refused', ['Insufficient privileges: x']],
  ['Unexpected response: 401 Unauthorized', 'connection-denied', ['token']],
  ['[DIVIDE_BY_ZERO] Division by zero', 'query-failed', ['[DIVIDE_BY_ZERO] Division by zero']],
])('explains %s', (message, code, args) => {
  expect(explain(new Error(message))).toMatchObject({ code, args })
})

it('explains a stopped and a late statement', () => {
  const state = (errorCode: string) => Object.assign(new Error('The operation ended'), { errorCode })
  expect(explain(state('CANCELED'))).toMatchObject({ code: 'query-stopped' })
  expect(explain(state('TIMEOUT'))).toMatchObject({ code: 'query-timeout', args: ['900'] })
})

it('names the position of a syntax error', () => {
  const error = new Error("[PARSE_SYNTAX_ERROR] Syntax error at or near 'FROM'. SQLSTATE: 42601 (line 2, pos 2)")
  expect(explain(error, 'SELECT a\n, FROM t')).toMatchObject({
    code: 'sql-syntax',
    args: ["Syntax error at or near 'FROM'."],
    position: 11,
  })
})

it.each([
  [{ host: 'evil.example' }, 'connection-hostname'],
  [{ host: 'databricks.com.evil.example' }, 'connection-hostname'],
  [{ host: '169.254.169.254' }, 'connection-hostname'],
  [{ port: 70_000 }, 'connection-port'],
  [{ http_path: '' }, 'connection-parameters'],
  [{ password: '' }, 'connection-parameters'],
  [{ http_path: '/sql 1' }, 'connection-payload'],
  [{ catalog: 'System' }, 'connection-database'],
  [{ schema: 'INFORMATION_SCHEMA' }, 'connection-database'],
])('rejects the settings %j', async (change, code) => {
  await expect(home.connect(change)).rejects.toMatchObject({ code })
})

it.each([
  ['system', 'access'],
  ['main', 'information_schema'],
])('rejects a session in %s.%s, by default of the server', async (catalog, schema) => {
  const columns = [['current_catalog()', 7] as const, ['current_schema()', 7] as const]
  const row = { 'current_catalog()': catalog, 'current_schema()': schema }
  home.calls.replies.splice(0, 1, ['SELECT current_catalog()', { columns, chunks: [[row]] }])
  await expect(home.connect({ catalog: '', schema: '' })).rejects.toMatchObject({ code: 'connection-database' })
})

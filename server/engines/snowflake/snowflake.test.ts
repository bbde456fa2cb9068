import { generateKeyPairSync } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openRecordedSnowflake, type RecordedSnowflake } from '#testing/snowflake-driver.ts'
import { withCaller } from '../engine-caller.ts'
import { createSql } from '../sql.ts'
import { snowflakeFormat, tableColumn } from './cells.ts'
import type { SnowflakeColumn, SnowflakeValue } from './client.ts'
import { explain } from './explain.ts'

let home: RecordedSnowflake
beforeAll(async () => {
  home = await openRecordedSnowflake()
})
beforeEach(() => home.reset())
afterAll(() => home.remove())

const SIGNAL = new AbortController().signal
const run = { signal: SIGNAL, maxRows: 10, labels: ['n'] }
const sql = (text: string, params: Parameters<typeof createSql>[1] = []) => createSql(text, params, text)
const numbers = (...values: (string | null)[]) => ({
  columns: [['n', 'fixed'] as const],
  rows: values.map((value) => [value]),
})

it('signs in by a password, without files of the driver', async () => {
  await home.connect({ role: 'READER', warehouse: 'W' })
  expect(home.calls.connections[0]).toMatchObject({
    account: 'org-acc',
    username: 'u',
    password: 'p',
    database: 'shop',
    schema: 'web',
    warehouse: 'W',
    role: 'READER',
    application: 'facet',
  })
  expect(home.calls.configured[0]).toMatchObject({ additionalLogToConsole: false, customLogger: expect.anything() })
})

it('signs in by a private key that lost the ends of its lines in a form', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await home.connect({ password: pem.replaceAll('\n', ' ') })
  const options = home.calls.connections[0]
  expect(options).toMatchObject({ authenticator: 'SNOWFLAKE_JWT', privateKey: pem })
  expect(options).not.toHaveProperty('password')
})

it('runs a statement with its values, settings and tag', async () => {
  home.calls.replies.push(['SELECT a', numbers('1', null)])
  const database = await home.connect()
  const params = ['x', 2, 2.5, true, null, { epochMs: 0 }]
  const caller = { username: 'Ana', dashboard: 7 }
  const table = await withCaller(caller, () => database.table(sql('SELECT a', params), run))
  expect(table.columns[0]?.values).toEqual([1, null])
  expect(home.calls.statements.at(-1)).toMatchObject({
    binds: ['x', 2, 2.5, true, null, '1970-01-01 00:00:00.000000'],
    rowMode: 'array',
    parameters: {
      TIMEZONE: 'UTC',
      QUOTED_IDENTIFIERS_IGNORE_CASE: false,
      MULTI_STATEMENT_COUNT: 1,
      SEARCH_PATH: '$current, $public',
      STATEMENT_TIMEOUT_IN_SECONDS: 900,
      QUERY_TAG: '{"application":"facet","user":"Ana","dashboard":"7"}',
    },
  })
})

it('reads only the needed rows, and rejects a result that is too large', async () => {
  home.calls.replies.push(['SELECT a', numbers('1', '2', '3')])
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
  await vi.waitFor(() => expect(calls.statements.at(-1)?.sqlText).toBe('SELECT slow'))
  abort.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  expect(calls.cancelled).toEqual(['SELECT slow'])
})

it('runs at most eight statements at a time, and a waiting one can be cancelled', async () => {
  const { calls } = home
  calls.replies.push(['SELECT slow', 'hang'])
  const database = await home.connect()
  const [all, one] = [new AbortController(), new AbortController()]
  const read = ({ signal }: AbortController) => database.table(sql('SELECT slow'), { ...run, signal })
  const ended = Promise.allSettled(Array.from({ length: 8 }, () => read(all)))
  await vi.waitFor(() => expect(calls.statements.filter(({ sqlText }) => sqlText === 'SELECT slow')).toHaveLength(8))
  // More than ten would be reported as a leak.
  expect(getEventListeners(all.signal, 'abort')).toHaveLength(8)
  const waiting = read(one)
  one.abort(new Error('no time'))
  await expect(waiting).rejects.toThrow('no time')
  all.abort(new Error('left'))
  expect((await ended).map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
  expect(calls.cancelled).toHaveLength(8)
})

it('signs in again after the session has ended', async () => {
  home.calls.replies.push(['SELECT a', numbers('1')])
  const database = await home.connect()
  home.calls.up.push('ended')
  await database.table(sql('SELECT a'), run)
  expect(home.calls.connections).toHaveLength(2)
})

it('a closed connection does not sign in again', async () => {
  const database = await home.connect()
  await database.close()
  await expect(database.table(sql('SELECT a'), run)).rejects.toThrow('The database was closed')
  expect(home.calls.connections).toHaveLength(1)
})

it('describes a statement without running it', async () => {
  home.calls.replies.push(['SELECT a', { columns: [['N', 'fixed', 2, 10]], rows: [] }])
  const database = await home.connect()
  expect(await database.shape(sql('SELECT a'))).toEqual([
    { name: 'N', type: 'NUMBER(10,2)', logical: 'decimal', generic: 0, nullable: true },
  ])
  expect(home.calls.statements.at(-1)).toMatchObject({ describeOnly: true })
})

it('lists tables and columns of users only', async () => {
  home.calls.replies.push(
    [
      'INFORMATION_SCHEMA.TABLES WHERE',
      {
        columns: [],
        rows: [
          ['T', 'BASE TABLE'],
          ['V', 'VIEW'],
        ],
      },
    ],
    [
      'INFORMATION_SCHEMA.COLUMNS',
      {
        columns: [],
        rows: [
          ['ID', 'NUMBER', '38', '0', 'NO'],
          ['CITY', 'TEXT', null, null, 'YES'],
        ],
      },
    ],
  )
  const database = await home.connect()
  expect(await database.tables('WEB')).toEqual([
    { name: 'T', kind: 'table' },
    { name: 'V', kind: 'view' },
  ])
  expect(await database.columns('WEB', 'T')).toEqual([
    { name: 'ID', type: 'NUMBER(38,0)', logical: 'integer', generic: 0, nullable: false },
    { name: 'CITY', type: 'TEXT', logical: 'text', generic: 1, nullable: true },
  ])
  await expect(database.tables('information_schema')).rejects.toMatchObject({ code: 'sql-refused' })
})

const instant = (seconds: number, nanos = 0) =>
  Object.assign(new Date(seconds * 1000), { getEpochSeconds: () => seconds, getNanoSeconds: () => nanos })
const column = (type: string, scale = 0): SnowflakeColumn => ({
  getName: () => 'c',
  getType: () => type,
  getScale: () => scale,
  getPrecision: () => 38,
  isNullable: () => true,
})

it.each<[type: string, scale: number, raw: SnowflakeValue, value: unknown]>([
  ['fixed', 0, '9007199254740993', '9007199254740993'],
  ['fixed', 0, '-12', -12],
  ['fixed', 2, '12.50', 12.5],
  ['fixed', 2, '9007199254740993.25', '9007199254740993.25'],
  ['real', 0, '0.1', 0.1],
  ['real', 0, 'NaN', 'NaN'],
  ['real', 0, '-inf', '-Infinity'],
  ['boolean', 0, true, true],
  ['date', 0, instant(Date.UTC(1899, 11, 31) / 1000), Date.UTC(1899, 11, 31)],
  ['timestamp_ntz', 9, instant(1, 456_789), 1000.456],
  ['timestamp_tz', 9, instant(-1, 999_750_000), -0.25],
  ['time', 0, '12:34:56', '12:34:56'],
  ['binary', 0, Buffer.from([0xff, 0]), String.raw`\xff00`],
  ['variant', 0, '{\n  "a b": [ 1, "x  y\\"" ]\n}', '{"a b":[1,"x  y\\""]}'],
  ['text', 0, 'ä"', 'ä"'],
])('shows %s %i %j as %j', (type, scale, raw, value) => {
  const format = snowflakeFormat(column(type, scale), false)
  expect(format.value(raw)).toEqual(value)
  expect(JSON.parse(format.json(raw))).toEqual(value)
})

it('keeps all digits of decimals if needed', () => {
  expect(snowflakeFormat(column('fixed', 2), true).value('0.10')).toBe('0.10')
})

it.each([
  ['REAL', 'FLOAT', 'double'],
  ['TIMESTAMP_LTZ', 'TIMESTAMP_LTZ', 'timestamp'],
  ['ARRAY', 'ARRAY', 'opaque'],
  ['VECTOR', 'VECTOR', 'other'],
])('converts the type %s to %s, %s', (type, name, logical) => {
  expect(tableColumn('c', type, { precision: 0, scale: 0 }, true)).toMatchObject({ type: name, logical })
})

const failed = (message: string, code: string) => Object.assign(new Error(message), { code })

it.each([
  [
    failed("SQL compilation error: error line 1 at position 7\ninvalid identifier 'NOPE'", '000904'),
    'column-missing',
    ['NOPE'],
  ],
  [
    failed("SQL compilation error:\nObject 'SHOP.WEB.NOPE' does not exist or not authorized.", '002003'),
    'table-missing',
    ['NOPE'],
  ],
  [
    failed("SQL compilation error:\nSchema 'SHOP.NOPE' does not exist or not authorized.", '002003'),
    'schema-missing',
    ['NOPE'],
  ],
  [failed('SQL compilation error:\nUnknown function NOPE', '002140'), 'object-missing', ['NOPE']],
  [
    failed("SQL access control error:\nInsufficient privileges to operate on table 'T'", '003001'),
    'sql-refused',
    ["table 'T'"],
  ],
  [failed('SQL execution canceled', '000604'), 'query-stopped', []],
  [failed('Statement reached its statement or warehouse timeout', '000630'), 'query-timeout', ['900']],
  [failed('Incorrect username or password was specified.', '390100'), 'connection-denied', ['user']],
  [failed('JWT token is invalid. [x]', '390144'), 'connection-denied', ['user']],
  [failed('Unable to perform operation using terminated connection.', '407002'), 'connection-failed', []],
  [
    Object.assign(failed('getaddrinfo ENOTFOUND', '401001'), { cause: failed('getaddrinfo ENOTFOUND', 'ENOTFOUND') }),
    'connection-hostname',
    [],
  ],
  [failed('Division by zero', '100051'), 'query-failed', ['Division by zero']],
])('explains %s', (error, code, args) => {
  expect(explain(error)).toMatchObject({ code, args })
})

it('names the position of a syntax error', () => {
  const error = failed("SQL compilation error:\nsyntax error line 2 at position 2 unexpected 'FROM'.", '001003')
  expect(explain(error, 'SELECT a\n, FROM t')).toMatchObject({ code: 'sql-syntax', position: 11 })
})

it.each([
  [{ account: 'evil.example/x' }, 'connection-hostname'],
  [{ account: 'a@b' }, 'connection-hostname'],
  [{ database: '' }, 'connection-database'],
  [{ database: 'Snowflake' }, 'connection-database'],
  [{ schema: 'information_schema' }, 'connection-database'],
  [{ password: '-----BEGIN PRIVATE KEY----- x -----END PRIVATE KEY-----' }, 'connection-payload'],
])('rejects the settings %j', async (change, code) => {
  await expect(home.connect(change)).rejects.toMatchObject({ code })
})

it.each([
  ['SHOP', 'INFORMATION_SCHEMA'],
  ['SNOWFLAKE', 'ACCOUNT_USAGE'],
])('rejects a session in %s.%s, by default of the user', async (...row) => {
  home.calls.replies.splice(0, 1, ['SELECT CURRENT_DATABASE()', { columns: [], rows: [row] }])
  await expect(home.connect({ schema: '' })).rejects.toMatchObject({ code: 'connection-database' })
})

it('rejects a database that the role cannot use', async () => {
  home.calls.replies.splice(0, 1, ['SELECT CURRENT_DATABASE()', { columns: [], rows: [[null, null]] }])
  await expect(home.connect()).rejects.toMatchObject({ code: 'connection-database' })
})

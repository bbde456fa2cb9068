import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type RecordedMssql, openRecordedMssql } from '#testing/mssql-driver.ts'
import { withCaller } from '../engine-caller.ts'
import { createSql } from '../sql.ts'
import { losesDigits, mssqlColumn, mssqlFormat } from './cells.ts'
import type { MssqlOptions, MssqlValue } from './driver.ts'
import { explain } from './explain.ts'
import { parsePlan } from './query-plan.ts'

let home: RecordedMssql
beforeEach(async () => {
  home = await openRecordedMssql()
})
afterEach(() => home.remove())

const SIGNAL = new AbortController().signal
const run = { signal: SIGNAL, maxRows: 10, labels: ['n'] }
const described = (system_type_name: string, more: object = {}) => ({
  name: 'n',
  is_hidden: false,
  is_nullable: true,
  system_type_name,
  collation_name: null,
  ...more,
})
const DESCRIBE = 'sp_describe_first_result_set'
const ROLLBACK = 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION'

it('sends values with their types, in a transaction that is rolled back', async () => {
  const { calls } = home
  calls.replies.push([DESCRIBE, [described('int')]], ['SELECT a', [{ n: 1 }, { n: 2 }]])
  const database = await home.connect()
  const params = ['x', 2, 2.5, true, null, { epochMs: 0 }]
  const table = await database.table(createSql('SELECT a', params, 'SELECT a'), run)
  expect(table.columns[0]?.values).toEqual([1, 2])
  const at = calls.requests.findIndex(({ text }) => text === 'SELECT a')
  expect(calls.requests[at]?.params).toEqual([
    ['p1', 'nvarchar', 'x'],
    ['p2', 'bigint', '2'],
    ['p3', 'float', 2.5],
    ['p4', 'bit', true],
    ['p5', 'nvarchar', null],
    ['p6', 'nvarchar', '1970-01-01 00:00:00.000000'],
  ])
  expect(calls.requests[at + 1]).toEqual({ text: ROLLBACK, params: [], isBatch: true })
  expect(calls.requests.find(({ text }) => text.includes(DESCRIBE))?.params).toEqual([
    ['p1', 'nvarchar', 'SELECT a'],
    ['p2', 'nvarchar', '@p1 nvarchar(max), @p2 bigint, @p3 float, @p4 bit, @p5 nvarchar(max), @p6 nvarchar(max)'],
  ])
  expect(calls.connections[0]).toMatchObject({
    server: 'h',
    authentication: { type: 'default', options: { userName: 'u', password: 'p' } },
    options: {
      port: 1433,
      database: 'Shop',
      encrypt: false,
      enableImplicitTransactions: true,
      requestTimeout: 900_000,
    },
  })
})

it.each([
  [{ username: 'ana', dashboard: 7 }, '{"application":"facet","user":"ana","dashboard":"7"}'],
  [{ username: '*/ DROP TABLE t; /*' }, '{"application":"facet","user":"\\u002a\\u002f DROP TABLE t; \\u002f\\u002a"}'],
  [{ username: null }, '{"application":"facet"}'],
])('ends statements with a comment that names the user and the dashboard: %j', async (caller, tag) => {
  const { calls } = home
  calls.replies.push([DESCRIBE, [described('int')]], ['SELECT a', [{ n: 1 }]])
  const database = await home.connect()
  await withCaller(caller, () => database.table(createSql('SELECT a -- note', [], ''), run))
  expect(calls.requests.map(({ text }) => text)).toContain(`SELECT a -- note\n/* ${tag} */`)
  expect(calls.requests.find(({ text }) => text.includes(DESCRIBE))?.params[0]?.[2]).toBe('SELECT a -- note')
})

it('verifies the certificate, unless any is accepted', async () => {
  await home.connect({ encryption: true })
  await home.connect({ encryption: true, unverified: true })
  expect(home.calls.connections.map(({ options }) => [options['encrypt'], options['trustServerCertificate']])).toEqual([
    [true, false],
    [true, true],
  ])
})

it('connects to the socket of a tunnel, and leaves when the driver does', async () => {
  await home.connect({ socket_path: '/nowhere/tunnel.sock' })
  const optionsOf = (at: number) => home.calls.connections.at(at)?.options as MssqlOptions['options'] | undefined
  const tunnel = optionsOf(0)
  const to = { host: 'h', port: 1433 }
  await expect(tunnel?.connector(to, undefined, SIGNAL)).rejects.toMatchObject({ code: 'ENOENT' })
  await home.connect()
  const direct = optionsOf(-1)
  const abort = new AbortController()
  const leaving = direct?.connector({ host: '127.0.0.1', port: 1 }, undefined, abort.signal)
  abort.abort(new Error('late'))
  await expect(leaving).rejects.toThrow('late')
  await expect(direct?.connector({ host: '169.254.169.254', port: 1433 }, undefined, SIGNAL)).rejects.toMatchObject({
    code: 'connection-link-local',
  })
})

it('lets the server print decimals that a double would lose', async () => {
  const { calls } = home
  const columns = [described('decimal(38,2)'), described('varchar(9)', { collation_name: 'Danish_Norwegian_CI_AS' })]
  calls.replies.push([DESCRIBE, columns], ['EXEC sp_executesql', [{ a: '90071992547409931.25', b: 'x' }]])
  const database = await home.connect()
  const table = await database.table(createSql('SELECT a, b', [1], ''), { ...run, labels: ['a', 'b'] })
  expect(table.columns.map(({ values }) => values)).toEqual([['90071992547409931.25'], ['x']])
  expect(calls.requests.find(({ text }) => text.startsWith('EXEC sp_executesql'))).toEqual({
    text: 'EXEC sp_executesql @p2, @p3, @p1 WITH RESULT SETS (([c1] varchar(41) NULL, [c2] varchar(9) COLLATE Danish_Norwegian_CI_AS NULL))',
    params: [
      ['p1', 'bigint', '1'],
      ['p2', 'nvarchar', 'SELECT a, b'],
      ['p3', 'nvarchar', '@p1 bigint'],
    ],
    isBatch: false,
  })
})

it('stops in the server after the last row that is needed', async () => {
  const { calls } = home
  calls.replies.push([DESCRIBE, [described('int')]], ['SELECT a', [{ n: 1 }, { n: 2 }, { n: 3 }]])
  const database = await home.connect()
  const table = await database.table(createSql('SELECT a', [], ''), { ...run, maxRows: 2 })
  expect(table.columns[0]?.values).toEqual([1, 2])
  expect(calls.cancelled).toBe(1)
})

it('rejects a result that is too large', async () => {
  home.calls.replies.push([DESCRIBE, [described('varchar(max)')]], ['SELECT a', [{ n: 'x'.repeat(100) }]])
  const database = await home.connect()
  const reading = database.table(createSql('SELECT a', [], ''), { ...run, maxBytes: 99 })
  await expect(reading).rejects.toMatchObject({ code: 'result-too-large' })
})

it('cancels an aborted statement, and serves the next by the same connection', async () => {
  const { calls } = home
  calls.replies.push([DESCRIBE, [described('int')]], ['SELECT slow', 'hang'], ['SELECT a', [{ n: 1 }]])
  const database = await home.connect()
  const abort = new AbortController()
  const running = database.table(createSql('SELECT slow', [], ''), { ...run, signal: abort.signal })
  await vi.waitFor(() => expect(calls.requests.at(-1)?.text).toBe('SELECT slow'))
  abort.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  expect(calls.cancelled).toBe(1)
  await vi.waitFor(() => expect(calls.requests.at(-1)?.text).toBe(ROLLBACK))
  const table = await database.table(createSql('SELECT a', [], ''), run)
  expect(table.columns[0]?.values).toEqual([1])
  // One for the catalogue, and one for queries.
  expect(calls.connections).toHaveLength(2)
})

it('runs at most eight queries at a time, and a waiting one can be cancelled', async () => {
  const { calls } = home
  calls.replies.push([DESCRIBE, [described('int')]], ['SELECT slow', 'hang'])
  const database = await home.connect()
  const abort = new AbortController()
  const slow = Array.from({ length: 8 }, () =>
    database.table(createSql('SELECT slow', [], ''), { ...run, signal: abort.signal }),
  )
  const ended = Promise.allSettled(slow)
  await vi.waitFor(() => expect(calls.requests.filter(({ text }) => text === 'SELECT slow')).toHaveLength(8))
  const other = new AbortController()
  const waiting = database.table(createSql('SELECT slow', [], ''), { ...run, signal: other.signal })
  setTimeout(() => other.abort(new Error('gone away')), 50)
  await expect(waiting).rejects.toThrow('gone away')
  abort.abort(new Error('left'))
  expect((await ended).map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
  expect(calls.connections.length).toBeLessThanOrEqual(10)
})

it('gives rows in chunks, and stops with the error of their receiver', async () => {
  home.calls.replies.push([DESCRIBE, [described('int')]], ['SELECT a', [{ n: 1 }, { n: 2 }]])
  const database = await home.connect()
  const chunks: unknown[] = []
  await database.scan(createSql('SELECT a', [], ''), run, (chunk) => {
    chunks.push(chunk.columns[0]?.values)
    return Promise.resolve()
  })
  expect(chunks).toEqual([[1, 2]])
  const failing = database.scan(createSql('SELECT a', [], ''), run, () => Promise.reject(new Error('disk full')))
  await expect(failing).rejects.toThrow('disk full')
})

it('closes a connection whose settings may remain after the plan of a wrong statement', async () => {
  const { calls } = home
  calls.replies.push(['SELECT wrong', new Error('Invalid column name')])
  const database = await home.connect()
  await expect(database.plan(createSql('SELECT wrong', ['x'], ''), SIGNAL)).rejects.toThrow('Invalid column')
  expect(calls.requests.filter(({ isBatch }) => isBatch).map(({ text }) => text)).toEqual([
    ROLLBACK,
    'SET SHOWPLAN_XML ON',
    'DECLARE @p1 nvarchar(max);\nSELECT wrong',
  ])
  expect(calls.closed).toBe(1)
})

it('lists tables and columns of users only', async () => {
  const { calls } = home
  calls.replies.push(
    [
      "o.type IN ('U', 'V') AND o.is_ms_shipped = 0 ORDER BY",
      [
        { name: 't', type: 'U ' },
        { name: 'v', type: 'V ' },
      ],
    ],
    ['FROM sys.columns c', [{ name: 'a', type: 'nvarchar(max)', nullable: true }]],
  )
  const database = await home.connect()
  expect(await database.tables('dbo')).toEqual([
    { name: 't', kind: 'table' },
    { name: 'v', kind: 'view' },
  ])
  expect(await database.columns('dbo', 't')).toEqual([
    { name: 'a', type: 'nvarchar(max)', logical: 'text', generic: 1, nullable: true },
  ])
  calls.replies.push(['CHARINDEX(LOWER(@p2), LOWER(o.name)) > 0', [{ name: 'v', type: 'V ', count: 7 }]])
  expect(await database.findTables?.('dbo', { text: 'v', limit: 1, offset: 2 })).toEqual({
    count: 7,
    tables: [{ name: 'v', kind: 'view' }],
  })
  for (const schema of ['SYS', 'information_schema'])
    await expect(database.tables(schema)).rejects.toMatchObject({ code: 'sql-refused' })
})

const instant = (epochMs: number, nanosecondsDelta = 0) => Object.assign(new Date(epochMs), { nanosecondsDelta })

it.each<[type: string, raw: MssqlValue, value: unknown]>([
  ['tinyint', 255, 255],
  ['bigint', '9007199254740993', '9007199254740993'],
  ['bigint', '-12', -12],
  ['decimal(10,2)', 12.5, 12.5],
  ['decimal(18,2)', '9007199254740993.25', '9007199254740993.25'],
  ['numeric(38,0)', '12345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
  ['money', 1234.5678, 1234.5678],
  ['real', Math.fround(0.1), 0.1],
  ['float', 0.1, 0.1],
  ['bit', true, true],
  ['date', instant(Date.UTC(1899, 11, 31)), Date.UTC(1899, 11, 31)],
  ['datetime', instant(Date.UTC(2024, 0, 1, 0, 0, 0, 3)), Date.UTC(2024, 0, 1, 0, 0, 0, 3)],
  // 0.0004567 seconds below the milliseconds: 456 microseconds, and 7 hundred nanoseconds that no cell has.
  ['datetime2(7)', instant(1000, 0.0004567), 1000.456],
  ['datetimeoffset(7)', instant(-1, 0.000_25), -0.75],
  ['time(7)', instant(45_296_007, 0.0008901), '12:34:56.0078901'],
  ['time(0)', instant(45_296_000), '12:34:56'],
  ['uniqueidentifier', '6F9619FF-8B86-D011-B42D-00C04FC964FF', '6F9619FF-8B86-D011-B42D-00C04FC964FF'],
  ['varbinary(max)', Buffer.from([0xff, 0]), String.raw`\xff00`],
  ['varbinary(max)', Buffer.from('abc'), 'abc'],
  ['xml', '<a/>', '<a/>'],
  ['nvarchar(max)', 'ä"', 'ä"'],
  ['sql_variant', 5, '5'],
])('shows %s %j as %j', (type, raw, value) => {
  const format = mssqlFormat(type)
  expect(format.value(raw)).toEqual(value)
  expect(JSON.parse(format.json(raw))).toEqual(value)
})

it('keeps all digits of decimals and money if needed', () => {
  expect(mssqlFormat('decimal(15,3)', true).value(0.1)).toBe('0.100')
  expect(mssqlFormat('money', true).value(1.5)).toBe('1.5000')
  expect(mssqlFormat('decimal(38,6)', true).value('0.100000')).toBe('0.100000')
  expect(['decimal(15,2)', 'decimal(16,2)', 'numeric(38,0)', 'money', 'float'].map(losesDigits)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})

it.each([
  ['int', 'integer'],
  ['smallmoney', 'decimal'],
  ['bit', 'boolean'],
  ['datetime2(3)', 'timestamp'],
  ['smalldatetime', 'timestamp'],
  ['datetimeoffset(7)', 'timestamp'],
  ['timestamp', 'bytes'],
  ['nchar(3)', 'text'],
  ['text', 'opaque'],
  ['xml', 'opaque'],
  ['uniqueidentifier', 'other'],
  ['[sys].[geography]', 'opaque'],
])('converts the type %s to %s', (type, logical) => {
  expect(mssqlColumn('c', type, false)).toMatchObject({ type, logical, nullable: false })
})

const failed = (message: string, more: object) => Object.assign(new Error(message), more)

it.each([
  ["Invalid object name 'dbo.nope'.", { number: 208, code: 'EREQUEST' }, 'table-missing', ['nope']],
  ["Invalid column name 'nope'.", { number: 207, code: 'EREQUEST' }, 'column-missing', ['nope']],
  ["'nope' is not a recognized built-in function name.", { number: 195 }, 'object-missing', ['nope']],
  ["Login failed for user 'u'.", { code: 'ELOGIN' }, 'connection-denied', ['u']],
  ['Cannot open database "d" requested by the login.', { number: 4060 }, 'connection-database', ['d']],
  ['Timeout: Request failed to complete in 900000ms', { code: 'ETIMEOUT' }, 'query-timeout', ['900']],
  ['Failed to connect to h:1433 in 10000ms', { code: 'ETIMEOUT' }, 'connection-timeout', []],
  ['Failed to connect to h:1', { code: 'ESOCKET', cause: { code: 'ECONNREFUSED' } }, 'connection-port-closed', []],
  ['Failed to connect to h:1', { code: 'ESOCKET', cause: { code: 'ENOTFOUND' } }, 'connection-hostname', []],
  ['Connection lost - socket hang up', { code: 'ESOCKET' }, 'connection-failed', []],
  ['Arithmetic overflow', { number: 8115 }, 'query-failed', ['Arithmetic overflow']],
])('explains %s', (message, more, code, args) => {
  expect(explain(failed(message, more))).toMatchObject({ code, args })
})

it('names the position of a syntax error', () => {
  const error = failed("Incorrect syntax near the keyword 'FROM'.", { number: 156, lineNumber: 2 })
  expect(explain(error, 'SELECT a\n, FROM t')).toMatchObject({ code: 'sql-syntax', position: 11 })
})

it('reads the plan of a statement', () => {
  const xml = `<ShowPlanXML><RelOp PhysicalOp="Hash Match" LogicalOp="Aggregate" EstimateRows="2" EstimatedTotalSubtreeCost="0.5">
    <Hash><RelOp PhysicalOp="Table Scan" LogicalOp="Table Scan" EstimateRows="10" EstimatedTotalSubtreeCost="0.4">
    <TableScan><Object Database="[d]" Schema="[dbo]" Table="[a&amp;b]"/></TableScan></RelOp></Hash></RelOp></ShowPlanXML>`
  expect(parsePlan(xml)).toEqual({
    name: 'Hash Match',
    detail: 'Aggregate',
    cost: 0.5,
    rows: 2,
    children: [{ name: 'Table Scan', detail: '[dbo].[a&b]', cost: 0.4, rows: 10, children: [] }],
  })
})

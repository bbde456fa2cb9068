import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shiftedWeeks, timeGrains } from '#core/time/grains.ts'
import { describedColumn, resultFormat } from './cells.ts'
import type { ClickHouseValue } from './driver.ts'
import { dialect, parameterOf } from './dialect.ts'
import { explain } from './explain.ts'
import { isCatalogue, classifyCall } from './functions.ts'
import { readTree } from './grammar.ts'
import { clickhouse } from './index.ts'
import { parseEstimates, parsePlan } from './query-plan.ts'
import { parseUri, printUri } from './settings.ts'

const local = { host: 'h', port: 8123, database: 'd', username: 'u' }

it.each([
  ['clickhousedb://u:p@h:9123/d', { ...local, port: 9123, password: 'p' }],
  ['clickhousedb+connect://u@h/d', local],
  ['clickhouse://u@h/d', local],
  ['clickhouse+http://u@h:8123/d', local],
  ['clickhouse+https://u@h/d', { ...local, port: 8443, encryption: true }],
  ['clickhouse+http://u@h:1/d?protocol=https', { ...local, port: 1, encryption: true }],
  ['clickhousedb://u@h:8443/d', { ...local, port: 8443, encryption: true }],
  ['clickhousedb://u@h/d?secure=true&verify=false', { ...local, port: 8443, encryption: true, unverified: true }],
  ['ClickHouseDB://u:a%40b@[::1]:1/d%2F', { ...local, host: '::1', port: 1, database: 'd/', password: 'a@b' }],
  ['clickhousedb://h', { ...local, username: 'default', database: 'default' }],
  ['clickhouse+native://u@h:9000/d', undefined],
  ['postgresql://u@h/d', undefined],
])('reads the settings of %s', (uri, settings) => {
  expect(parseUri(uri)).toEqual(settings)
  if (settings) expect(parseUri(printUri(settings))).toEqual(settings)
})

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'facet-clickhouse-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it.each([
  [{ ...local, port: 65_536 }, 'connection-port'],
  [{ ...local, database: 'system' }, 'connection-database'],
  [{ ...local, database: 'INFORMATION_SCHEMA' }, 'connection-database'],
  [{ ...local, host: '169.254.169.254' }, 'connection-link-local'],
  [{ ...local, host: '0xa9fea9fe' }, 'connection-link-local'],
  [{ ...local, host: 'fe80::1' }, 'connection-link-local'],
  [{ ...local, host: 'h@169.254.169.254' }, 'connection-hostname'],
  [{ ...local, host: 'h/path' }, 'connection-hostname'],
  [{ ...local, host: '' }, 'connection-hostname'],
])('rejects the connection %j with %s', async (settings, code) => {
  await expect(clickhouse.connect(settings, { directory: join(home, 'databases') })).rejects.toMatchObject({ code })
})

it.each([
  ['Nullable(Int64)', 'integer', 0, true],
  ['UInt256', 'integer', 0, false],
  ['LowCardinality(Nullable(String))', 'text', 1, true],
  ['SimpleAggregateFunction(sum, Decimal(38, 9))', 'decimal', 0, false],
  ['Float32', 'real', 0, false],
  ['Bool', 'boolean', 3, false],
  ['Date32', 'date', 2, false],
  ["DateTime64(6, 'Europe/Berlin')", 'timestamp', 2, false],
  ["Enum8('a' = 1, 'Int8' = 2)", 'text', 1, false],
  ['Nullable(IPv4)', 'other', 1, true],
  ['Array(Nullable(Int64))', 'opaque', 1, false],
  ['Map(String, DateTime)', 'opaque', 1, false],
  ['AggregateFunction(uniq, UInt64)', 'opaque', 1, false],
])('describes a column of type %s', (type, logical, generic, nullable) => {
  expect(describedColumn('c', type)).toEqual({ name: 'c', type, logical, generic, nullable })
})

it.each([
  ['Int64', '9007199254740993', '9007199254740993'],
  ['UInt8', 7, 7],
  ['Nullable(Decimal(38, 9))', '12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['Decimal(9, 2)', '0.50', 0.5],
  ['Float64', 'nan', 'NaN'],
  ['Float32', '-inf', '-Infinity'],
  ['Float32', 0.1, 0.1],
  ['Bool', false, false],
  ['Date32', '1899-12-31', Date.UTC(1899, 11, 31)],
  ["DateTime64(9, 'Europe/Berlin')", '2019-12-31T23:00:00.123456789Z', Date.UTC(2019, 11, 31, 23) + 123.456],
  ["DateTime('UTC')", '2100-12-31T23:59:59Z', Date.UTC(2100, 11, 31, 23, 59, 59)],
  ['FixedString(4)', 'ab\0\0', 'ab'],
  ['Array(String)', ['a', 'b'], '["a","b"]'],
  ['Map(String, UInt64)', { k: '1' }, '{"k":"1"}'],
  ['UUID', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
])('reads a value of type %s', (type, raw, cell) => {
  const format = resultFormat(type)
  expect(format.value(raw as ClickHouseValue)).toEqual(cell)
  expect(JSON.parse(format.json(raw as ClickHouseValue))).toEqual(cell)
})

it('keeps all digits of decimals on demand', () => {
  expect(resultFormat('Decimal(9, 2)', true).value('0.50')).toBe('0.50')
})

it('binds values with their types, and quotes names and texts', () => {
  const types = [1, 1.5, 2 ** 60, 'x', true, null, { epochMs: 0 }].map((value) => dialect.placeholder(3, value))
  expect(types).toEqual([
    '{p3:Int64}',
    '{p3:Float64}',
    '{p3:Float64}',
    '{p3:String}',
    '{p3:Bool}',
    '{p3:Nullable(String)}',
    "{p3:DateTime64(6, 'UTC')}",
  ])
  expect(parameterOf({ epochMs: Date.UTC(2020, 0, 1) + 0.001 })).toBe('2020-01-01 00:00:00.000001')
  expect(dialect.quote(String.raw`a"\b`)).toBe(String.raw`"a""\\b"`)
  expect(dialect.literal(String.raw`it's \n`)).toBe(String.raw`'it''s \\n'`)
  expect(dialect.literal({ epochMs: 0 })).toBe("toDateTime64('1970-01-01 00:00:00.000000', 6, 'UTC')")
  expect(dialect.fold('Case')).toBe('Case')
})

it('ClickHouse has all grains', () => {
  const codes = [
    ...timeGrains.map(({ code }) => code),
    ...shiftedWeeks.map(([code]) => code),
    'PT0.5H',
    'P0.25Y',
    'P7D',
  ]
  for (const code of codes.filter((each) => each !== null)) expect(dialect.grains[code]).toContain('{col}')
})

it.each([
  ['function', 'sum', 'allowed'],
  ['function', 'tostartofmonth', 'allowed'],
  ['function', 'todatetime64', 'allowed'],
  ['function', 'quantile', 'allowed'],
  ['function', 'dictget', 'refused'],
  ['function', 'dictgetstring', 'refused'],
  ['function', 'joinget', 'refused'],
  ['function', 'file', 'refused'],
  ['function', 'getsetting', 'refused'],
  ['function', 'sleep', 'refused'],
  ['function', 'throwif', 'refused'],
  ['function', 'currentuser', 'refused'],
  ['function', 'hostname', 'refused'],
  ['function', 'addresstoline', 'refused'],
  ['function', 'hascolumnintable', 'refused'],
  ['function', 'somebodysfunction', 'unknown'],
  ...['url', 'file', 's3', 'remote', 'cluster', 'mysql', 'postgresql', 'jdbc', 'executable', 'numbers', 'merge'].map(
    (name) => ['from', name, 'refused'] as const,
  ),
  ['type', 'int8', 'allowed'],
  ['type', 'aggregatefunction', 'unknown'],
] as const)('judges the %s %s as %s', (kind, name, judgement) => {
  expect(classifyCall({ kind, schema: null, name })).toBe(judgement)
})

it('counts the schemas of the server as its catalogue, in any case', () => {
  const schemas = ['system', 'SYSTEM', 'information_schema', 'INFORMATION_SCHEMA', 'sales', null]
  expect(schemas.map((schema) => isCatalogue({ schema, name: 'users' }))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})

const treeOf = (...parts: readonly string[]) =>
  readTree(['SelectWithUnionQuery (children 1)', ' ExpressionList (children 1)', ...parts])

it.each([
  [['   Function sum (children 1)', '    ExpressionList (children 1)', '     Identifier x'], { calls: ['sum'] }],
  [['      TableIdentifier d.s (alias q)'], { tables: ['d.s'] }],
  [[' Identifier CSV'], { unsupportedElements: ['FORMAT'] }],
  [['   ArrayJoin (children 1)'], { unsupportedElements: ['ARRAY JOIN'] }],
  [['   ColumnsApplyTransformer'], { unsupportedElements: ['ColumnsApplyTransformer'] }],
  [['   Set'], { unsupportedElements: ['SETTINGS'] }],
  [['   QueryParameter a:String'], { unsupportedElements: ['QueryParameter'] }],
  [
    ['  Function in (children 1)', '   ExpressionList (children 2)', '    Identifier id', '    Identifier secrets'],
    { unsupportedElements: ['IN with a name'] },
  ],
  [
    [
      '  Function globalNotIn (children 1)',
      '   ExpressionList (children 2)',
      '    Identifier id',
      '    TableIdentifier t',
    ],
    { unsupportedElements: ['IN with a name'] },
  ],
  [
    ['  Function in (children 1)', '   ExpressionList (children 2)', '    Identifier id', '    Literal Tuple_(1, 2)'],
    { unsupportedElements: [] },
  ],
])('reads the parts of a tree of the server: %j', (parts, found) => {
  expect(treeOf(...parts)).toMatchObject(found)
})

it('executes only a SELECT', () => {
  expect(readTree(['DropQuery  t (children 1)', ' Identifier t']).unsupportedElements).toContain('DropQuery')
})

const failed = (code: string, message: string) => Object.assign(new Error(message), { code })

it.each([
  [
    '47',
    "Unknown expression identifier `nope` in scope SELECT nope FROM t WHERE (city = 'a'). Maybe you meant: ['name'].",
    'column-missing',
    ['nope'],
  ],
  ['60', "Unknown table expression identifier 'd.nope' in scope SELECT 1 FROM d.nope.", 'table-missing', ['nope']],
  ['60', 'Table default.nope does not exist.', 'table-missing', ['nope']],
  ['81', 'Database nosuch does not exist.', 'connection-database', ['nosuch']],
  ['46', 'Function with name `nope` does not exist. In scope SELECT nope(1).', 'object-missing', ['nope']],
  ['159', 'Timeout exceeded: elapsed 900 seconds', 'query-timeout', ['900']],
  ['164', 'default: Cannot execute query in readonly mode.', 'dml-refused', []],
  ['516', 'u: Authentication failed: password is incorrect', 'connection-denied', ['u']],
  ['', '', 'connection-failed', []],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', 'connection-port-closed', []],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND nosuch', 'connection-hostname', []],
])('explains error %s: %s', (code, message, meaning, args) => {
  const found = explain(failed(code, message))
  expect(found).toMatchObject({ code: meaning, args })
  // The statement has the conditions of row rules.
  expect(found.message).not.toContain('SELECT')
})

it('reports that a server did not reply in time', () => {
  const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  expect(explain(late)).toMatchObject({ code: 'connection-timeout' })
})

it('names the position of a syntax error, and the names that the server suggests', () => {
  const sql = "SELECT 'ä', , 1"
  const syntax = failed('62', 'Syntax error: failed at position 14 (,): , 1. Expected one of: expression')
  expect(explain(syntax, sql)).toMatchObject({ code: 'sql-syntax', position: 12 })
  const suggested = "Unknown expression identifier `nam` in scope SELECT nam FROM t. Maybe you meant: ['name']."
  expect(explain(failed('47', suggested)).candidates).toEqual(['name'])
})

it('counts the rows that a plan reads from tables, in equal parts for a table that is read twice', () => {
  const read = (table: string) => ({ 'Node Type': 'ReadFromMergeTree', Description: `default.${table}` })
  const plan = (...children: object[]) => JSON.stringify([{ Plan: { 'Node Type': 'Join', Plans: children } }])
  const estimates = parseEstimates([
    ['default', 'many', '2', '40000', '4'],
    ['default', 'few', '1', '5', '1'],
  ])
  const step = (table: string, rows: number, marks: number) => ({
    name: 'ReadFromMergeTree',
    detail: `default.${table}\nParts: 1, marks: ${marks}`,
    cost: rows,
    rows,
    children: [],
  })
  expect(parsePlan(plan(read('many'), read('few'), read('many')), estimates)).toEqual({
    name: 'Join',
    detail: '',
    cost: 40_005,
    rows: null,
    children: [step('many', 20_000, 2), step('few', 5, 1), step('many', 20_000, 2)],
  })
  const unknown = parsePlan(plan(read('few'), { 'Node Type': 'ReadFromMemoryStorage' }), estimates)
  expect([unknown.cost, unknown.children.map(({ cost }) => cost)]).toEqual([null, [5, null]])
})

it('reads the plan of a statement', () => {
  const plan = [
    {
      Plan: {
        'Node Type': 'Filter',
        'Node Id': 'Filter_1',
        Description: 'WHERE',
        Plans: [{ 'Node Type': 'ReadFromMergeTree', Description: 'default.t' }],
      },
    },
  ]
  expect(parsePlan(JSON.stringify(plan))).toEqual({
    name: 'Filter',
    detail: 'WHERE',
    cost: null,
    rows: null,
    children: [{ name: 'ReadFromMergeTree', detail: 'default.t', cost: null, rows: null, children: [] }],
  })
})

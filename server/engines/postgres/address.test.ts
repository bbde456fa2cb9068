import { expect, it } from 'vitest'
import { dialect } from './dialect.ts'
import { explain } from './explain.ts'
import { parseUri, printUri } from './settings.ts'

it.each([
  ['postgres://db/x', { host: 'db', port: 5432, database: 'x', username: '' }],
  [
    'postgresql+psycopg2://ada:p%40s%2Fs@db.example:6543/my%20db?sslmode=require',
    { host: 'db.example', port: 6543, database: 'my db', username: 'ada', password: 'p@s/s', sslmode: 'require' },
  ],
  [
    'postgresql://ada@[::1]:5433/x?options=-csearch_path%3Dsales',
    { host: '::1', port: 5433, database: 'x', username: 'ada', schema: 'sales' },
  ],
  ['POSTGRESQL://u:100%@h/d', { host: 'h', port: 5432, database: 'd', username: 'u', password: '100%' }],
  ['postgresql:///d?host=inner', { host: 'inner', port: 5432, database: 'd', username: '' }],
  ['duckdb:///x.duckdb', undefined],
  ['postgresql', undefined],
  ['mysql://postgresql://x/y', undefined],
])('parses %s', (uri, expected) => {
  expect(parseUri(uri)).toEqual(expected)
})

it.each([
  { host: 'db.example', port: 6543, database: 'my db?', username: 'a:d@a', password: 'p@s/s:%', sslmode: 'verify-ca' },
  { host: '::1', port: 5432, database: 'x', username: 'ada', schema: 'sa&les' },
])('prints a URI that parses to the same settings: %j', (settings) => {
  expect(parseUri(printUri(settings))).toEqual(settings)
})

it('requires encryption if no mode is given, and adds the default port', () => {
  const settings = { host: 'h', database: 'd', username: 'u', encryption: true }
  expect(printUri(settings)).toBe('postgresql://u@h:5432/d?sslmode=require')
  expect(printUri({ ...settings, sslmode: 'prefer' })).toBe('postgresql://u@h:5432/d?sslmode=prefer')
})

it('shortens names that the server would cut, so that they stay different', () => {
  const long = 'é'.repeat(40)
  const names = [`${long}a`, `${long}b`].map((name) => dialect.quote(name).slice(1, -1))
  expect(names[0]).not.toBe(names[1])
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63)
  expect(dialect.quote('x'.repeat(63))).toBe(`"${'x'.repeat(63)}"`)
  expect(dialect.quote('a "b"\0')).toBe('"a ""b"""')
})

it('casts numbers and booleans, and leaves the types of texts to the server', () => {
  const texts = [1, 1.5, 2 ** 60, true, 'x', null, { epochMs: 0 }].map((value) => dialect.placeholder(2, value))
  expect(texts).toEqual(['$2::bigint', '$2::numeric', '$2::numeric', '$2::boolean', '$2', '$2', '$2'])
})

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

it.each([
  [failure('42703', 'column t.nosuch does not exist'), 'column-missing', ['t.nosuch']],
  [failure('42P01', 'missing FROM-clause entry for table "t"'), 'table-missing', ['t']],
  [failure('42501', 'permission denied for table secrets'), 'sql-refused', ['permission denied for table secrets']],
  [failure('42883', 'function nosuch(integer) does not exist'), 'object-missing', ['nosuch(integer)']],
  [failure('42883', 'operator does not exist: text = bigint'), 'operator-missing', ['text = bigint']],
  [failure('25006', 'cannot execute INSERT in a read-only transaction'), 'dml-refused', []],
  [failure('57014', 'canceling statement due to statement timeout'), 'query-timeout', ['900']],
  [failure('28000', 'no pg_hba.conf entry for host "1.2.3.4", user "ada"'), 'connection-denied', ['ada']],
  [failure('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:5432'), 'connection-timeout', []],
  [Object.assign(failure('EHOSTUNREACH', 'connect'), { address: '10.0.0.1' }), 'connection-host-down', ['10.0.0.1']],
  [new Error('timeout expired'), 'connection-timeout', []],
  [new Error('Connection terminated unexpectedly'), 'connection-failed', []],
  [failure('22012', 'division by zero'), 'query-failed', ['division by zero']],
])('explains %s as %s', (error, code, args) => {
  expect(explain(error)).toMatchObject({ code, args })
})

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { functionAllowlist } from '#core/entity/allowed-functions.ts'
import { Guard } from '#server/sql/guard.ts'
import { type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { postgresql } from './index.ts'

const cells: readonly (readonly [name: string, values: string])[] = [
  ['small', '(1::int2), (-32768), (NULL)'],
  ['big', '(9007199254740991::int8), (-9007199254740991), (9007199254740992), (-9223372036854775808)'],
  ['price', '(0.10::numeric(10, 2)), (3.00), (-0.5), (99999999.99)'],
  [
    'digits',
    '(9007199254740991::numeric), (9007199254740992), (-1e40), (12345678901234567890.5), (1e-30), (1.5e308), (2.5e308 + 0.5)',
  ],
  ['unreal', "('NaN'::numeric), ('Infinity'), ('-Infinity')"],
  ['real', "(0.1::float8), (1e300), (-1e-300), ('NaN'), ('Infinity'), (1.0 / 3), (123456789012345680)"],
  ['float', "(0.1::float4), ('-Infinity'), (1e30), (16777217)"],
  ['yes', '(true), (false), (NULL::boolean)'],
  ['day', "('1970-01-01'::date), ('1969-12-31'), ('infinity'), ('0044-03-15 BC'), ('275761-01-01'), ('5874897-12-31')"],
  [
    'moment',
    "('1970-01-01'::timestamp), ('1969-12-31 23:59:59.999999'), ('2037-12-31 23:59:59.999'), ('1902-01-01 00:00:00.001'), ('2100-12-31 23:59:59.999999'), ('0001-01-01 00:00:00.001'), ('-infinity'), ('294276-01-01'), ('2024-05-05 05:05:05.005001')",
  ],
  ['zoned', "('2024-01-01 00:00:00+02'::timestamptz), ('1880-01-01 00:00:00.5-03:30'), ('infinity')"],
  ['text', `('a "b" \\ /'::text), (E'line\\nbreak\\ttab\\u0001'), ('😀 العربية'), (''), (U&'\\2028')`],
  ['padded', "('ab'::char(5)), ('')"],
  ['other', "('12:34:56'::interval), ('1 day'), (NULL)"],
  ['time', "('12:34:56.5'::time), ('24:00')"],
  ['doc', `('{"a":  [1]}'::json), ('null')`],
  ['docb', `('{"a":[1]}'::jsonb), ('"x"')`],
  ['uuid', "('00000000-0000-4000-8000-000000000001'::uuid)"],
  ['network', "('10.0.0.0/8'::inet), ('10.0.0.1')"],
  ['mood', "('so so'::mood), (NULL)"],
  ['moods', "(ARRAY['so so', 'good']::mood[])"],
  ['bounded', '(1::positive), (2)'],
  ['raw', "('\\x68c3a9'::bytea), ('\\xff')"],
]

let fixture: EngineFixture
let guard: Guard
beforeAll(async () => {
  fixture = await openEngineFixture(postgresql, [
    "CREATE TYPE mood AS ENUM ('so so', 'good')",
    'CREATE SEQUENCE counter',
    'CREATE DOMAIN positive AS int8 CHECK (value > 0)',
  ])
  guard = new Guard(
    fixture.connection,
    postgresql.dialect,
    functionAllowlist('{"allowed_functions": ["public.positive"]}'),
  )
})
afterAll(() => fixture.close())

it.each(cells)("%s has the same value from the server's JSON as from single rows", async (label, values) => {
  const run = { signal: new AbortController().signal, maxRows: 100 }
  const source = `(VALUES ${values}) AS v(c)`
  const built = await fixture.connection.table(await guard.statement(`SELECT c FROM ${source}`), {
    ...run,
    labels: [label],
  })
  // Lists are always read through the driver.
  const forced = await guard.statement(`SELECT c, ARRAY[1] FROM ${source}`)
  const read = await fixture.connection.table(forced, { ...run, labels: [label, 'list'] })
  expect(built.columns[0]).toEqual(read.columns[0])
  expect(built.rowCount).toBe(values.split('), (').length)
})

it('the session cannot write, even if the guard accepts a statement that does', async () => {
  const sql = { text: "SELECT nextval('counter')", params: [], shown: '' } as never
  const run = { signal: new AbortController().signal, maxRows: 1, labels: ['n'] }
  const failed = await fixture.connection.table(sql, run).catch((error: unknown) => postgresql.explain(error))
  expect(failed).toMatchObject({ code: 'dml-refused' })
  const many = { text: 'SELECT 1; SELECT 2', params: [], shown: '' } as never
  const refused = await fixture.connection.table(many, run).catch((error: unknown) => postgresql.explain(error))
  expect(refused).toMatchObject({ code: 'sql-syntax' })
})

it('keeps labels that PostgreSQL would truncate, confuse or reject', async () => {
  const labels = ['x'.repeat(70), `${'x'.repeat(70)}2`, '', 'whole answer', 'Total', 'total', '__proto__']
  const sql = await guard.statement(`SELECT ${labels.map((_, index) => index).join(', ')}`)
  const run = { signal: new AbortController().signal, maxRows: 1, labels }
  const { data } = await fixture.connection.bytes(sql, 'rows', run)
  const expected = `[{${labels.map((label, index) => `${JSON.stringify(label)}:${index}`).join(',')}}]`
  expect(new TextDecoder().decode(data)).toBe(expected)
})

it('reads a table that was created again with other column types', async () => {
  const { host, port, username, database } = fixture.settings
  const admin = new pg.Client({ host, port, user: username, database } as pg.ClientConfig)
  await admin.connect()
  const run = { signal: new AbortController().signal, maxRows: 5, labels: ['a'] }
  const answers = []
  for (const definition of ['1::numeric AS a', "'one'::text AS a", "DATE '1970-01-02' AS a", '2 AS b, 3 AS a']) {
    await admin.query('DROP TABLE IF EXISTS changing')
    await admin.query(`CREATE TABLE changing AS SELECT ${definition}`)
    const { columns } = await fixture.connection.table(await guard.statement('SELECT a FROM changing'), run)
    answers.push(columns[0]?.values)
  }
  await admin.end()
  expect(answers).toEqual([[1], ['one'], [86_400_000], [3]])
})

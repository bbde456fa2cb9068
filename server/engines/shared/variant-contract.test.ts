import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { timeGrains } from '#core/time/grains.ts'
import { Guard } from '#server/sql/guard.ts'
import { truncate } from '#testing/truncate-time.ts'
import type { Connection } from '../engine.ts'
import { engineNamed } from '../index.ts'

/* The contract of a variant on a real server, by statements that need no table: the account may only read. */

const engine = engineNamed(process.env['FACET_TEST_ENGINE'] ?? '')
const TIMES = ['2021-08-15 13:47:38', '1965-02-28 23:59:59', '2100-12-31 23:59:59', '1900-01-01 00:00:00']

let connection: Connection
let guard: Guard
beforeAll(async () => {
  const settings = engine?.parseUri(process.env['FACET_TEST_URI'] ?? '')
  if (!engine || !settings) throw new Error('FACET_TEST_ENGINE and FACET_TEST_URI do not name a database')
  connection = await engine.connect(settings, {
    directory: join(process.env['FACET_TEST_HOME'] ?? '/tmp', 'databases'),
  })
  guard = new Guard(connection, engine.dialect)
})
afterAll(() => connection.close())

const SIGNAL = new AbortController().signal

async function valuesOf(text: string, signal = SIGNAL) {
  const sql = await guard.statement(text)
  const { columns } = await connection.table(sql, { signal, maxRows: 100, labels: ['a'] })
  return columns[0]?.values
}

it('returns exact values', async () => {
  expect(await valuesOf('SELECT CAST(9007199254740993 AS BIGINT)')).toEqual(['9007199254740993'])
  expect(await valuesOf("SELECT 'it''s'")).toEqual(["it's"])
  expect(await valuesOf("SELECT CAST('2020-02-29' AS DATE)")).toEqual([Date.UTC(2020, 1, 29)])
  expect(await valuesOf('SELECT NULL')).toEqual([null])
})

const grains = timeGrains.flatMap(({ code }) => (code === null ? [] : [code]))

it.each(grains)('buckets times by %s as the calendar does', async (code) => {
  const dialect = engine?.dialect
  for (const time of TIMES) {
    const epochMs = Date.parse(`${time.replace(' ', 'T')}Z`)
    const bucket = dialect?.grains[code]?.replaceAll('{col}', dialect.literal({ epochMs }))
    expect([time, await valuesOf(`SELECT ${bucket}`)]).toEqual([time, [truncate(epochMs, code)]])
  }
})

it('lists schemas and their tables, describes a statement and explains it', async () => {
  const [schema = ''] = await connection.schemas()
  expect(schema).not.toBe('')
  expect(Array.isArray(await connection.tables(schema))).toBe(true)
  const sql = await guard.statement("SELECT 1 AS n, 'x' AS s")
  expect((await connection.shape(sql)).map(({ name }) => name)).toEqual(['n', 's'])
  expect((await connection.plan(sql, SIGNAL)).name).not.toBe('')
})

it('rejects functions and tables of the server', async () => {
  await expect(guard.select('SELECT * FROM information_schema.tables')).rejects.toMatchObject({ code: 'sql-refused' })
  await expect(guard.select('SELECT version()')).rejects.toMatchObject({ code: 'sql-refused' })
})

it('rejects with the reason of an aborted signal, and runs the next statement', async () => {
  await expect(valuesOf('SELECT 1', AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  expect(await valuesOf('SELECT 1')).toEqual([1])
})

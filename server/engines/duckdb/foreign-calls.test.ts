import { afterAll, beforeAll, expect, it } from 'vitest'
import { functionAllowlist } from '#core/entity/allowed-functions.ts'
import { Guard } from '#server/sql/guard.ts'
import { type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { duckdb } from './index.ts'

let fixture: EngineFixture

beforeAll(async () => {
  fixture = await openEngineFixture(duckdb, [
    'CREATE TABLE t (a INTEGER)',
    'CREATE TABLE secrets AS SELECT 7 AS pin',
    'CREATE MACRO leak() AS (SELECT MAX(pin) FROM secrets)',
    'CREATE MACRO lower(x) AS (SELECT MAX(pin) FROM secrets)',
    'CREATE MACRO leaks() AS TABLE SELECT * FROM secrets',
    'CREATE MACRO range(x) AS TABLE SELECT * FROM secrets',
    'CREATE MACRO "+"(x, y) AS (SELECT MAX(pin) FROM secrets)',
    'CREATE SCHEMA other',
    'CREATE MACRO other.upper(x) AS (SELECT MAX(pin) FROM secrets)',
    "CREATE TYPE mood AS ENUM ('good')",
  ])
})
afterAll(() => fixture.close())

async function judged(text: string, extra: object = {}): Promise<string> {
  const guard = new Guard(fixture.connection, duckdb.dialect, functionAllowlist(JSON.stringify(extra)))
  try {
    await guard.select(text)
    return 'passed'
  } catch (error) {
    const { code, args } = error as { readonly code?: string; readonly args?: readonly string[] }
    return `${code}: ${args?.join()}`
  }
}

it.each([
  ['SELECT leak()', 'function-refused: main.leak'],
  ['SELECT main.leak()', 'function-refused: main.leak'],
  ['SELECT facet.main.LEAK()', 'function-refused: main.leak'],
  ['SELECT Lower(a) FROM t', 'function-refused: main.lower'],
  ['SELECT a.lower() FROM t', 'function-refused: main.lower'],
  ['SELECT a + 1 FROM t', 'function-refused: main.+'],
  ['SELECT * FROM leaks()', 'function-refused: main.leaks'],
  ['SELECT * FROM range(3)', 'function-refused: main.range'],
  ['SELECT other.upper(a) FROM t', 'function-refused: other.upper'],
  ['SELECT nosuch(a) FROM t', 'function-refused: nosuch'],
  ['SELECT UPPER(a), a.trim(), a - 1 FROM t', 'passed'],
  ["SELECT 'good'::mood", 'passed'],
])('the functions and types that the file defines for %s: %s', async (text, expected) => {
  expect(await judged(text)).toBe(expected)
})

it('allows a macro or a schema that an administrator lists, and no function that the engine rejects', async () => {
  expect(await judged('SELECT leak()', { allowed_functions: ['main.leak'] })).toBe('passed')
  expect(await judged('SELECT LEAK()', { allowed_functions: [' MAIN.Leak '] })).toBe('passed')
  expect(await judged('SELECT other.upper(a) FROM t', { allowed_functions: ['other.*'] })).toBe('passed')
  expect(await judged('SELECT * FROM leaks()', { allowed_functions: ['main.leaks'] })).toBe('passed')
  expect(await judged('SELECT leak()', { allowed_functions: ['leak', 'other.*', '*', 'main.lea*'] })).toBe(
    'function-refused: main.leak',
  )
  expect(await judged('SELECT leak()', { allowed_functions: 'main.leak' })).toBe('function-refused: main.leak')
  expect(await judged("SELECT getenv('HOME')", { allowed_functions: ['main.*', 'main.getenv'] })).toBe(
    'sql-refused: getenv',
  )
})

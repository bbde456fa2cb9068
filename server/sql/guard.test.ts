import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { Guard } from './guard.ts'

let folder: string
let connection: Connection
let guard: Guard

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-guard-'))
  const engine = engineNamed('duckdb')
  if (!engine) throw new Error('no engine')
  connection = await engine.connect({ file: 'guard.db' }, { directory: folder })
  guard = new Guard(connection, engine.dialect)
})

afterAll(async () => {
  await connection.close()
  rmSync(folder, { recursive: true, force: true })
})

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'passed'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

it.each([
  ['a = 1', 'passed'],
  ['SUM(a) / NULLIF(SUM(b), 0)', 'passed'],
  ["name = 'it''s; --'", 'passed'],
  ['a -- a remark', 'passed'],
  ["(a = 1) AND (b LIKE '%x' -- why\n)", 'passed'],
  ['SUM(a) OVER (PARTITION BY b)', 'passed'],
  ['a = 1; DROP TABLE t', 'clause-many'],
  ['(a = 1', 'clause-unclosed'],
  ["a = '(' AND", 'clause-wrong'],
  ['a = "x;)" +', 'clause-wrong'],
  ['a) OR (1 = 1', 'clause-unopened'],
  ['a AS b', 'clause-wrong'],
  ['a b', 'clause-wrong'],
  ['*', 'clause-wrong'],
  ['DISTINCT a', 'clause-wrong'],
  ['a), (b', 'clause-unopened'],
  ['a) FROM t WHERE (1 = 1', 'clause-unopened'],
  ['1) UNION SELECT (2', 'clause-unopened'],
  ['1) LIMIT (1', 'clause-unopened'],
  ['a = ', 'clause-wrong'],
  ['', 'clause-wrong'],
  ['a = $1', 'sql-refused'],
  ['a = ?', 'sql-refused'],
  ['a IN (SELECT b FROM t)', 'subquery-refused'],
  ['EXISTS (SELECT 1)', 'subquery-refused'],
  ["getenv('HOME')", 'sql-refused'],
  ["current_setting('threads')", 'sql-refused'],
  ["READ_TEXT('/etc/passwd')", 'sql-refused'],
])('judges the expression %s: %s', async (text, code) => {
  expect(await codeOf(guard.expression(text, 'WHERE'))).toBe(code)
})

it.each([
  ['SELECT 1;', 'passed'],
  ['WITH a AS (SELECT 1 AS x) SELECT * FROM a -- done', 'passed'],
  ['SELECT * FROM t JOIN u USING (id) WHERE x IN (SELECT y FROM v)', 'passed'],
  ['SELECT * FROM range(3)', 'passed'],
  ['SELECT unnest([1, 2])', 'passed'],
  ['VALUES (1), (2)', 'passed'],
  ['  ;', 'virtual-empty'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['DELETE FROM t', 'virtual-not-select'],
  ["COPY t TO 'x'", 'virtual-not-select'],
  ['SET threads = 1', 'virtual-not-select'],
  ["ATTACH 'x'", 'virtual-not-select'],
  ['SELEC 1', 'sql-syntax'],
  ["SELECT * FROM read_csv('x.csv')", 'sql-refused'],
  ["WITH a AS (SELECT * FROM glob('*')) SELECT * FROM a", 'sql-refused'],
  ['SELECT * FROM duckdb_settings()', 'sql-refused'],
  ['SELECT * FROM duckdb_databases', 'sql-refused'],
  ["SELECT * FROM query('SELECT 1')", 'sql-refused'],
  ['SELECT $1', 'sql-refused'],
  ['SHOW TABLES', 'sql-refused'],
])('judges the dataset %s: %s', async (text, code) => {
  expect(await codeOf(guard.select(text))).toBe(code)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toRecords } from '#core/table/table.ts'
import type { Connection } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'
import { Guard } from './guard.ts'
import type { TableWithRules } from './rules.ts'

let folder: string
let connection: Connection
let guard: Guard

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-guard-'))
  const engine = engineNamed('duckdb')
  if (!engine) throw new Error('no engine')
  await writeDuckDB(folder, 'guard.db', [
    "CREATE TABLE sales AS SELECT * FROM (VALUES ('n', 1), ('n', 2), ('s', 3), ('s', 4)) v(region, n)",
    'CREATE SCHEMA far',
    'CREATE TABLE far.sales AS SELECT 9 AS n',
  ])
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
])('the expression %s: %s', async (text, code) => {
  expect(await codeOf(guard.expression(text, 'WHERE'))).toBe(code)
})

it('reads long spaces in linear time', async () => {
  expect(await codeOf(guard.statement(`SELECT${' '.repeat(200_000)}1 ; ;`))).toBe('passed')
})

it('an error contains the rejected SQL', async () => {
  for (const sql of ['a IN (SELECT b FROM t)', "getenv('HOME')"])
    await expect(guard.expression(sql, 'WHERE')).rejects.toMatchObject({ sql })
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
])('the SQL of a dataset %s: %s', async (text, code) => {
  expect(await codeOf(guard.select(text))).toBe(code)
})

describe('row rules of tables', () => {
  const north = (schema: string | null = null): TableWithRules => ({ schema, name: 'sales', rules: [["region = 'n'"]] })
  const read = async (text: string, tables: readonly TableWithRules[]) => {
    const run = { signal: new AbortController().signal, maxRows: 100, labels: ['n'] }
    const table = await connection.table(await guard.statement(text, tables), run)
    return toRecords(table).map(({ n }) => n)
  }

  it.each<[string, readonly TableWithRules[], readonly number[]]>([
    ['SELECT n FROM sales ORDER BY n', [], [1, 2, 3, 4]],
    ['SELECT n FROM sales ORDER BY n', [north()], [1, 2]],
    ['SELECT n FROM sales ORDER BY n', [north('main')], [1, 2]],
    ['SELECT n FROM main.SALES ORDER BY n', [north()], [1, 2]],
    ['SELECT n FROM far.sales', [north()], [9]],
    ['SELECT n FROM sales ORDER BY n', [north('far')], [1, 2, 3, 4]],
    ['SELECT n FROM sales ORDER BY n', [{ ...north(), name: 'other' }], [1, 2, 3, 4]],
    ['SELECT n FROM sales ORDER BY n', [{ ...north(), rules: [['n = 1', 'n = 4'], ['n < 4']] }], [1]],
    ['SELECT n FROM sales ORDER BY n', [north(), { ...north(), rules: [['n > 1']] }], [2]],
    ['SELECT a.n FROM sales a JOIN sales b ON a.n = b.n + 1 ORDER BY 1', [north()], [2]],
    ['SELECT n FROM sales UNION ALL SELECT n FROM far.sales ORDER BY 1', [north()], [1, 2, 9]],
    ['SELECT n FROM far.sales UNION ALL SELECT n FROM sales ORDER BY 1', [north()], [1, 2, 9]],
  ])('%s with %j returns the visible rows', async (text, tables, expected) => {
    expect(await read(text, tables)).toEqual(expected)
  })

  it('apply to the table of a dataset under any schema it resolves to', async () => {
    const found = async (schema: string | null, name: string, tables = [north()]) =>
      (await guard.rulesOf({ schema, name }, tables)).rules.flat()
    expect(await found(null, 'sales')).toEqual(["region = 'n'"])
    expect(await found('main', 'Sales')).toEqual(["region = 'n'"])
    expect(await found('far', 'sales')).toEqual([])
    expect(await found('far', 'sales', [north('far'), north()])).toEqual(["region = 'n'"])
    expect(await found(null, 'sales', [])).toEqual([])
    expect(await codeOf(guard.rulesOf({ schema: null, name: 'duckdb_databases' }, []))).toBe('sql-refused')
  })

  it('invalid rules prevent all reads of the table', async () => {
    const odd = [{ ...north(), rules: [['nosuch = 1']] }]
    await expect(read('SELECT n FROM sales', odd)).rejects.toThrow('nosuch')
    expect(await codeOf(read('SELECT n FROM sales', [{ ...north(), rules: [['1 = 1) OR (1 = 1']] }]))).toBe(
      'clause-wrong',
    )
  })

  it('accepts sub-queries on other tables', async () => {
    expect(
      await read('SELECT n FROM sales ORDER BY n', [{ ...north(), rules: [['n > (SELECT COUNT(*) FROM far.sales)']] }]),
    ).toEqual([2, 3, 4])
  })
})

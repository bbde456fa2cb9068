import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RecordedMssql, openRecordedMssql } from '#testing/mssql-driver.ts'
import { Guard } from '#server/sql/guard.ts'
import type { Grammar, TableColumn } from '../engine.ts'
import { dialect } from './dialect.ts'

const column = (name: string) => ({ name, type: 'int', logical: 'integer', generic: 0, nullable: true }) as TableColumn

let home: RecordedMssql
let grammar: Grammar
let guard: Guard
beforeAll(async () => {
  home = await openRecordedMssql()
  home.calls.replies.push(['SCHEMA_NAME() AS name', [{ name: 'Web' }]])
  ;({ grammar } = await home.connect())
  guard = new Guard({ grammar, shape: () => Promise.resolve([column('id'), column('city')]) }, dialect)
})
afterAll(() => home.remove())

it.each([
  'SELECT TOP (10) [a]]b] AS x, t.[c d] FROM [dbo].[t x] AS t ORDER BY 1 DESC',
  'SELECT TOP 5 PERCENT WITH TIES a FROM Shop.dbo.t ORDER BY a',
  'SELECT a FROM t ORDER BY a OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY',
  "SELECT CAST(a AS datetime2(3)), CONVERT(varchar(10), a, 120), TRY_CAST(b AS money), N'x''y' FROM t",
  "SELECT DATEADD(day, -1, a), DATEDIFF(week, a, b), IIF(a > 1, 'y', 'n'), ISNULL(a, 0) FROM t",
  "SELECT STRING_AGG(a, ',') WITHIN GROUP (ORDER BY a) FROM t GROUP BY b HAVING COUNT(*) > 1",
  "SELECT a AT TIME ZONE 'UTC', a % 2, a & 1, ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) FROM t",
  'WITH c AS (SELECT a FROM t) SELECT c.a FROM c LEFT JOIN u ON u.a = c.a',
  "SELECT LEFT(a, 1), RIGHT(a, 2), 'C:\\', [b] FROM t",
  'SELECT [update], "exec", [shutdown] FROM t -- a comment',
])('accepts %s', async (text) => {
  await expect(guard.select(text)).resolves.toMatchObject({ text })
})

it('accepts the SQL of every grain', async () => {
  for (const grain of Object.values(dialect.grains)) {
    const text = `SELECT ${grain.replaceAll('{col}', '[t]')} AS b FROM t`
    await expect(guard.select(text)).resolves.toMatchObject({ text })
  }
})

it.each([
  ["EXEC xp_cmdshell 'dir'", 'sql-syntax'],
  ["SELECT xp_cmdshell('dir')", 'sql-refused'],
  ["SELECT 1 EXEC xp_cmdshell 'dir'", 'sql-syntax'],
  ["EXEC sp_executesql N'SELECT 1'", 'sql-syntax'],
  ["SELECT * FROM OPENROWSET('a', 'b', 'c')", 'sql-syntax'],
  ["SELECT * FROM [OPENROWSET]('a', 'b', 'c')", 'sql-refused'],
  ["SELECT * FROM OPENROWSET(BULK 'f', SINGLE_CLOB) AS t", 'sql-syntax'],
  ["SELECT * FROM OPENQUERY(s, 'SELECT 1')", 'sql-syntax'],
  ["SELECT * FROM OPENDATASOURCE('a', 'b').x.dbo.t", 'sql-syntax'],
  ["SELECT * FROM OPENJSON('[]')", 'sql-refused'],
  ['SELECT * FROM dbo.f(1)', 'function-refused'],
  ["BULK INSERT t FROM 'f'", 'sql-syntax'],
  ["SELECT 1 WAITFOR DELAY '0:0:5'", 'sql-syntax'],
  ['SELECT a INTO b FROM t', 'sql-syntax'],
  ['DBCC CHECKDB', 'sql-syntax'],
  ['SELECT 1 DBCC', 'sql-syntax'],
  ['KILL 5', 'sql-syntax'],
  // Statements need no separator: the parser reads the last word as an alias.
  ['SELECT 1 SHUTDOWN', 'sql-syntax'],
  ['SELECT a FROM t CHECKPOINT', 'sql-syntax'],
  ['SELECT a FROM t RECONFIGURE', 'sql-syntax'],
  ['SELECT a FROM t COMMIT', 'sql-syntax'],
  ['SELECT 1 FROM t OPTION (RECOMPILE)', 'sql-syntax'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['DELETE FROM t', 'sql-syntax'],
  ['MERGE t USING u ON 1 = 1', 'sql-syntax'],
  ['SELECT * FROM srv.db.dbo.t', 'sql-refused'],
  ['SELECT * FROM other.dbo.t', 'sql-refused'],
  ['SELECT * FROM master..sysobjects', 'sql-refused'],
  ['SELECT * FROM master.dbo.spt_values', 'sql-refused'],
  ['SELECT * FROM sys.objects', 'sql-refused'],
  ['SELECT * FROM [SYS].[objects]', 'sql-refused'],
  ['SELECT * FROM [sys ].objects', 'sql-refused'],
  ['SELECT * FROM INFORMATION_SCHEMA.TABLES', 'sql-refused'],
  ['SELECT * FROM sysobjects', 'sql-refused'],
  ['SELECT * FROM dbo.syslogins', 'sql-refused'],
  ['SELECT * FROM sp_table', 'sql-refused'],
  ['SELECT * FROM [##temporary]', 'sql-refused'],
  ['SELECT * FROM #temporary', 'sql-syntax'],
  ['SELECT * FROM t WITH (NOLOCK)', 'sql-refused'],
  ['SELECT * FROM t FOR XML AUTO', 'sql-refused'],
  ['SELECT * FROM t CROSS APPLY f(t.a)', 'sql-refused'],
  ['SELECT @@VERSION', 'sql-syntax'],
  ['SELECT @p1', 'sql-syntax'],
  ['SELECT $IDENTITY FROM t', 'sql-syntax'],
  ['SELECT SUSER_SNAME()', 'sql-refused'],
  ['SELECT OBJECT_DEFINITION(1)', 'sql-refused'],
  ['SELECT CURRENT_USER', 'sql-refused'],
  ['SELECT dbo.f(1)', 'function-refused'],
  ["SELECT x.value('(/a)[1]', 'int') FROM t", 'function-refused'],
  ['SELECT NEXT VALUE FOR s', 'sql-syntax'],
  ['SELECT 1 /* a /* b */ c */', 'sql-syntax'],
])('rejects %s', async (text, code) => {
  await expect(guard.select(text)).rejects.toMatchObject({
    code: expect.stringMatching(code === 'sql-syntax' ? /^(?:sql-syntax|virtual-not-select)$/ : code),
  })
})

it.each(["city = 'a'", 'a + 1', "city LIKE N'x%' AND (id = 1 OR id IS NULL)", 'SUM(id) / NULLIF(COUNT(*), 0)'])(
  'accepts the expression %s',
  async (text) => {
    await expect(guard.expression(text, 'WHERE')).resolves.toEqual({ text })
  },
)

it.each(['id x', 'x = id y', 'id, city', '1) OR (1 = 1', 'x = (SELECT 1)', "current_user = 'u'", '1 SHUTDOWN'])(
  'rejects the expression %s',
  async (text) => {
    await expect(guard.expression(text, 'WHERE')).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:clause|sub|sql)/),
    })
  },
)

it('names the position of a word that begins a statement', async () => {
  expect(await grammar.inspect('SELECT 1 SHUTDOWN')).toMatchObject({
    ok: false,
    position: 9,
    message: 'SHUTDOWN is not allowed: write names in brackets',
  })
})

it('shows rows of a table by its rules, with a mark of 1 and 0', async () => {
  const rules = [{ schema: 'dbo', name: 'Sales', rules: [["city = 'a'"]] }]
  const { text } = await guard.select('SELECT id FROM [dbo].[SALES]', rules)
  expect(text).toBe(
    "SELECT id FROM (SELECT CASE WHEN [__visible] = 1 THEN [id] END AS [id], CASE WHEN [__visible] = 1 THEN [city] END AS [city] FROM (SELECT *, CASE WHEN (((city = 'a'\n))\n) THEN 1 ELSE 0 END AS [__visible] FROM [dbo].[SALES]) AS [__rows] WHERE [__visible] = 1) AS [SALES]",
  )
})

it.each([
  'WITH [Sales] AS (SELECT 1 AS id) SELECT id FROM sales',
  'WITH [\u017fales] AS (SELECT 1 AS id) SELECT id FROM sales',
])('applies rules to a table whose name differs from that of an expression: %s', async (text) => {
  const rules = [{ schema: 'dbo', name: 'sales', rules: [["city = 'a'"]] }]
  expect((await guard.select(text, rules)).text).toContain("city = 'a'")
  const same = 'WITH sales AS (SELECT 1 AS id) SELECT id FROM sales'
  expect((await guard.select(same, rules)).text).toBe(same)
})

it('masks columns of a table in a statement', async () => {
  const ruled = [{ schema: 'dbo', name: 'sales', rules: [], masks: [{ column: 'city', method: 'first' as const }] }]
  const { text } = await guard.select('SELECT city FROM dbo.sales AS s', ruled)
  expect(text).toContain(
    "CASE WHEN [__visible] = 1 THEN CASE WHEN [city] IS NOT NULL THEN SUBSTRING(CAST([city] AS nvarchar(max)), 1, 1) + N'***' END END AS [city]",
  )
})

it('applies rules of the default schema and of dbo to a name without a schema', async () => {
  expect(await grammar.homes(null)).toEqual(['web', 'dbo'])
  expect(await grammar.homes('Sales')).toEqual(['sales'])
})

it('rejects a name that differs from the name of its table for other collations', async () => {
  const { calls } = home
  calls.replies.push(['COLLATE Latin1_General_CI_AI', [{ name: 'Verkäufe', schema: 'dbo' }]])
  const other = 'Write the name of the table verkaufe as the database stores it'
  expect(await grammar.inspect('SELECT 1 FROM Verkaufe')).toMatchObject({ ok: false, message: other })
  expect(await grammar.inspect('SELECT 1 FROM dbo.[VERKÄUFE]')).toMatchObject({ ok: true })
  expect(await grammar.inspect('SELECT 1 FROM web.[verkäufe]')).toMatchObject({ ok: false })
  calls.replies.pop()
})

import { describe, expect, it } from 'vitest'
import { inspectTree, type TreeGrammar, treesOf } from './inspect-tree.ts'
import { restrictTables } from '../restrict-tables.ts'
import { MAX_PARSED_BYTES } from './sql-parser.ts'

const grammar: TreeGrammar = {
  dialect: 'mysql',
  fold: (name) => name.toLowerCase(),
  foldScope: (name) => name,
  quote: (name) => `\`${name}\``,
}

async function read(text: string) {
  const found = await inspectTree(text, grammar)
  if (!found.ok) throw new Error(found.message)
  return found
}

const tablesOf = async (text: string) => (await read(text)).tables.map(({ schema, name }) => `${schema}.${name}`)

it('names the tables that a statement reads, without common table expressions in their scope', async () => {
  const text = `WITH c AS (SELECT * FROM c), d AS (SELECT * FROM c) SELECT * FROM d, Db.\`T x\` AS t LEFT JOIN u USING (a)
    WHERE a IN (SELECT 1 FROM v) AND EXISTS (SELECT 1 FROM (SELECT 1 FROM w) AS x)`
  expect(await tablesOf(text)).toEqual(['null.c', 'db.t x', 'null.u', 'null.v', 'null.w'])
  expect(await tablesOf('WITH RECURSIVE c AS (SELECT 1 AS n UNION SELECT n + 1 FROM c) SELECT * FROM c')).toEqual([])
  // On a server that distinguishes case, this is the table.
  expect(await tablesOf('WITH C AS (SELECT 1) SELECT * FROM c')).toEqual(['null.c'])
})

it('distinguishes an expression from other texts', async () => {
  const texts = [
    'SELECT (\nn + 1\n)',
    'SELECT n AS m',
    'SELECT n, n',
    'SELECT *',
    'SELECT n FROM t',
    'SELECT n LIMIT 1',
  ]
  const found = await Promise.all(texts.map(read))
  expect(found.map(({ expression }) => expression)).toEqual([true, false, false, false, false, false])
  expect((await read('SELECT 1; SELECT 2')).statements).toBe(2)
  expect((await read(' -- nothing')).statements).toBe(0)
})

it('accepts the usual parts of a SELECT', async () => {
  const text = `SELECT DISTINCT CASE a WHEN 1 THEN 'y' ELSE "n" END, CAST(a AS DECIMAL(10,2)), GROUP_CONCAT(DISTINCT a ORDER BY b),
      SUM(x) OVER (PARTITION BY y ORDER BY z ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), d + INTERVAL 1 DAY,
      EXTRACT(YEAR FROM d), TRIM(BOTH 'x' FROM a), -a, NOT b, (SELECT MAX(n) FROM u), DATE '2024-01-01', a->'$.b'
    FROM t USE INDEX (i) WHERE a BETWEEN 1 AND 2 AND b LIKE 'x' AND c REGEXP 'y' AND d <=> NULL AND e IN (1, 2)
    GROUP BY a HAVING COUNT(*) > 1 ORDER BY 1 DESC LIMIT 5 OFFSET 2`
  const { unsupportedElements, calls } = await read(text)
  expect(unsupportedElements).toEqual([])
  expect(calls.filter(({ kind }) => kind === 'function').map(({ name }) => name)).toEqual([
    'group_concat',
    'sum',
    'max',
    'count',
  ])
})

it.each([
  ['SELECT CURRENT_USER', 'CURRENT_USER'],
  ['SELECT * FROM t FOR UPDATE', 'locks'],
  ['SELECT /*+ SET_VAR(max_heap_table_size=1) */ 1', 'optimizer_hints'],
  ['SELECT SQL_CALC_FOUND_ROWS 1', 'select_modifiers'],
  ['SELECT * FROM JSON_TABLE("[]", "$[*]" COLUMNS (a INT PATH "$")) AS j', 'JsonTable'],
])('names the part of %s that only a list may allow', async (text, part) => {
  expect((await read(text)).unsupportedElements).toContain(part)
})

it.each([
  ["SELECT 1 INTO OUTFILE '/tmp/x'", 22],
  ['SELEC 1', 0],
  ['SELECT /*!50000 SLEEP(1), */ 1', 7],
  ['SELECT /*M!100000 SLEEP(1), */ 1', 7],
  ['SELECT 1 \0 FROM t', 9],
  ['SELECT @@version', 7],
  ['SELECT @a := 1', 7],
  ["SELECT 'x' like@@datadir", 15],
  ['SELECT id FROM t into@x', 21],
  ['SELECT id, 1.1from sales', 11],
  ['SELECT id, 1.from sales', 11],
  ['SELECT id, .5from sales', 11],
  ['SELECT id, 1e1from sales', 11],
  ['SELECT 1 FROM `#mysql50#sales`', 14],
  ['SELECT 1 FROM t\u00a0x', 15],
  ['SELECT 1 FROM `t\u00a0x`', 14],
  ["SELECT 1 -- '", 9],
])('rejects %s with its position', async (text, position) => {
  expect(await inspectTree(text, grammar)).toMatchObject({ ok: false, reason: 'syntax', position })
})

it('rejects other statements by name', async () => {
  for (const [text, message] of [
    ['DELETE FROM t', 'Delete'],
    ['WITH c AS (SELECT 1) DELETE FROM t', 'Delete'],
    ['SHOW TABLES', 'ShowTables'],
  ] as const)
    expect(await inspectTree(text, grammar)).toEqual({ ok: false, reason: 'not a select', message })
})

it('reads numbers, addresses in texts and comments', async () => {
  for (const text of [
    "SELECT 1.5, .5, 1., 1e5, 1.5E-3, 0xff, 'a@b.example' /* a@b: no */".replace('@b: no', ''),
    'SELECT t.a -- plain',
  ])
    expect(await inspectTree(text, grammar)).toMatchObject({ ok: true })
})

describe('a valid text that would occupy the parser for long', () => {
  const nested = (before: string, times: number, after: string) =>
    `SELECT ${before.repeat(times)}1${after.repeat(times)}`

  // The parser accepts each of these texts: nothing but the limit rejects them.
  it.each([
    nested('INTERVAL ', 2, ' DAY'),
    nested('INTERVAL ', 20, ' DAY'),
    nested('INTERVAL interval ', 6, ' DAY DAY'),
    nested('INTERVAL 1 + ', 12, ' DAY'),
    nested('INTERVAL a + ', 12, ' DAY'),
    nested('INTERVAL POSITION(', 4, ' IN x) DAY'),
    nested('INTERVAL 1 OR ', 12, ' DAY'),
    nested('INTERVAL 1 DIV ', 12, ' DAY'),
  ])('is rejected for its open INTERVAL: %s', async (text) => {
    expect(await inspectTree(text, grammar)).toMatchObject({
      ok: false,
      reason: 'syntax',
      message: 'The expression after INTERVAL needs parentheses',
      position: 7,
    })
  })

  it.each([
    nested('POSITION(', 5, ' IN x)'),
    nested('(', 13, ')'),
    `SELECT 1 FROM ${'('.repeat(13)}t JOIN u${')'.repeat(13)}`,
  ])('is rejected for its depth: %s', async (text) => {
    expect(await inspectTree(text, grammar)).toMatchObject({
      ok: false,
      reason: 'syntax',
      message: 'The statement is nested too deeply, or has too many terms',
    })
  })

  it.each([
    'SELECT d + INTERVAL (a + 1) DAY - INTERVAL -1 MONTH',
    'SELECT d + INTERVAL   2\n  HOUR',
    nested('POSITION(', 4, ' IN x)'),
    nested('(', 12, ')'),
    `SELECT 1 FROM ${'('.repeat(12)}t JOIN u${')'.repeat(12)}`,
  ])('is accepted at the limit: %s', async (text) => {
    expect(await inspectTree(text, grammar)).toMatchObject({ ok: true })
  })
})

it('resolves the name of a later part of WITH RECURSIVE as a table', async () => {
  expect(await tablesOf('WITH RECURSIVE a AS (SELECT * FROM s), s AS (SELECT 1 AS id) SELECT * FROM a')).toEqual([
    'null.s',
  ])
  expect(await tablesOf('WITH RECURSIVE a AS (SELECT 1 AS n UNION SELECT n + 1 FROM a) SELECT * FROM a')).toEqual([])
})

it('applies no rule that reads a table whose name the statement defines, in any case', async () => {
  const rule = {
    schema: null,
    name: 'sales',
    condition: 'city IN (SELECT home FROM who)',
    columns: [{ name: '`city`', value: '`city`' }],
    flag: '`f`',
  }
  for (const name of ['who', 'WHO', 'Who'])
    expect(
      await restrictTables(`WITH ${name} AS (SELECT 'b' AS home) SELECT id FROM sales`, [rule], treesOf(grammar)),
    ).toBeUndefined()
})

it('parses the next statement after one that is too large', async () => {
  const deep = `SELECT ${Array.from({ length: 3000 }, () => 'a=1').join(' AND ')}`
  expect(await inspectTree(deep, grammar)).toMatchObject({ ok: false, reason: 'syntax' })
  expect(await inspectTree(`SELECT '${'x'.repeat(MAX_PARSED_BYTES)}'`, grammar)).toMatchObject({ ok: false })
  expect(await tablesOf('SELECT 1 FROM t')).toEqual(['null.t'])
})

it('limits each table to its rows, and nothing else', async () => {
  const condition = { condition: 'n > 1', columns: [{ name: '`n`', value: '`n`' }], flag: '`f`' }
  const rows = (name: string) =>
    `(SELECT CASE WHEN \`f\` THEN \`n\` END AS \`n\` FROM (SELECT *, (n > 1\n) AS \`f\` FROM ${name}) AS \`__rows\` WHERE \`f\`)`
  const narrow = (text: string) =>
    restrictTables(
      text,
      [
        { schema: null, name: 't', ...condition },
        { schema: 'd', name: 't', ...condition },
      ],
      treesOf(grammar),
    )
  expect(await narrow("SELECT 'ü😀', n FROM t\nJOIN d.`t` AS u ON u.n = t.n -- t")).toBe(
    `SELECT 'ü😀', n FROM ${rows('t')} AS t\nJOIN ${rows('d.`t`')} AS u ON u.n = t.n -- t`,
  )
  expect(await narrow('WITH t AS (SELECT 1 AS n) SELECT n FROM t')).toBe('WITH t AS (SELECT 1 AS n) SELECT n FROM t')
  // Options of a table would be lost.
  expect(await narrow('SELECT n FROM t USE INDEX (i)')).toBeUndefined()
})

it.each([
  ['spaces after INTERVAL', `SELECT INTERVAL${' '.repeat(200_000)}!`],
  ['quotes that are not closed', `SELECT ${'"\\'.repeat(100_000)}`],
  ['comments that are not closed', `SELECT ${'/* '.repeat(60_000)}`],
])('rejects %s in linear time', async (_, text) => {
  expect(await inspectTree(text, grammar)).toMatchObject({ ok: false })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toRecords } from '#core/table/table.ts'
import type { TableWithRules } from '#server/sql/rules.ts'
import { contractEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'

const LONG = 'long_'.repeat(13).slice(0, 63)

/** Rows of the south are hidden here; all their cities begin with `s`. */
const statements = [
  'CREATE TABLE sales (region VARCHAR(9), city VARCHAR(9), n INTEGER)',
  `INSERT INTO sales VALUES ('north', 'n1', 1), ('north', 'n2', 2), ('south', 's1', 3), ('south', 's2', 4)`,
  'CREATE TABLE regions (region VARCHAR(9), shown BOOLEAN)',
  `INSERT INTO regions VALUES ('north', true), ('south', false)`,
  'CREATE TABLE bare (city VARCHAR(9))',
  `INSERT INTO bare VALUES ('s3')`,
  'CREATE SCHEMA other',
  `CREATE TABLE other.sales AS SELECT 'o1' AS city, 'south' AS region`,
  `CREATE TABLE "Odd ""name" AS SELECT city, region FROM sales`,
  `CREATE TABLE ${LONG} AS SELECT city, region FROM sales`,
  `CREATE TABLE "kö" AS SELECT city, region FROM sales`,
]

const north = [["region = 'north'"]]
const ruled: readonly TableWithRules[] = [
  { schema: null, name: 'sales', rules: north },
  { schema: null, name: 'Odd "name', rules: north },
  { schema: null, name: LONG, rules: north },
  { schema: null, name: 'kö', rules: north },
]

/** The result of a user's SQL: the cities in order, or the error code. `{s}` is the default schema. */
type Case = readonly [sql: string, expected: readonly (string | null)[] | string]

const reading: readonly Case[] = [
  ['SELECT city FROM sales', ['n1', 'n2']],
  ['select City from SALES', ['n1', 'n2']],
  ['SELECT city FROM "sales"', ['n1', 'n2']],
  ['SELECT city FROM {s}.sales', ['n1', 'n2']],
  ['SELECT city FROM "{s}" . "sales"', ['n1', 'n2']],
  ['SELECT city FROM {s}\n.\n sales -- FROM sales', ['n1', 'n2']],
  ['SELECT city FROM {s}./* sales */sales', 'rules-unsafe'],
  ['SELECT f.city FROM sales f', ['n1', 'n2']],
  ['SELECT f.city FROM sales AS "f"', ['n1', 'n2']],
  ['SELECT sales.city FROM sales', ['n1', 'n2']],
  ['SELECT c AS city FROM sales AS f(r, c, m)', ['n1', 'n2']],
  ["SELECT city FROM /* 'é' */ sales WHERE 'FROM sales' <> '😀'", ['n1', 'n2']],
  ["SELECT city FROM sales WHERE region = 'south'", []],
  ["SELECT city FROM sales WHERE 1 = 1 OR region = 'south' --", ['n1', 'n2']],
  ['SELECT city FROM "Odd ""name"', ['n1', 'n2']],
  [`SELECT city FROM ${LONG}`, ['n1', 'n2']],
  ['SELECT city FROM (SELECT * FROM sales) AS x', ['n1', 'n2']],
  ['SELECT city FROM (sales CROSS JOIN (SELECT 1 AS one) AS y)', ['n1', 'n2']],
  ['SELECT (SELECT MAX(city) FROM sales) AS city', ['n2']],
  ['SELECT r.region AS city FROM regions r WHERE EXISTS (SELECT 1 FROM sales s WHERE s.region = r.region)', ['north']],
  ['SELECT region AS city FROM regions WHERE region IN (SELECT region FROM sales)', ['north']],
  ['SELECT region AS city FROM regions WHERE region NOT IN (SELECT region FROM sales)', ['south']],
  [
    'SELECT region AS city FROM regions GROUP BY region HAVING COUNT(*) <= (SELECT COUNT(*) - 1 FROM sales)',
    ['north', 'south'],
  ],
  ['SELECT MIN(region) AS city FROM regions HAVING COUNT(*) < (SELECT COUNT(*) FROM sales)', []],
  ["SELECT CASE WHEN EXISTS (SELECT 1 FROM sales WHERE city = 's1') THEN 'seen' ELSE 'hidden' END AS city", ['hidden']],
  [
    'SELECT region AS city FROM regions ORDER BY (SELECT COUNT(*) FROM sales WHERE sales.region = regions.region), 1',
    ['south', 'north'],
  ],
  ['SELECT region AS city FROM regions ORDER BY 1 LIMIT (SELECT COUNT(*) - 1 FROM sales)', ['north']],
  ['SELECT a.city FROM sales a JOIN sales b ON a.n = b.n + 1', ['n2']],
  ['SELECT city FROM regions JOIN sales USING (region)', ['n1', 'n2']],
  [
    'SELECT s.city FROM regions r LEFT JOIN sales s ON s.region = r.region ORDER BY r.region, s.city',
    ['n1', 'n2', null],
  ],
  [
    'SELECT s.city FROM sales s RIGHT JOIN regions r ON s.region = r.region ORDER BY r.region, s.city',
    ['n1', 'n2', null],
  ],
  ['SELECT s.city FROM regions r, sales s WHERE r.region = s.region', ['n1', 'n2']],
  ['SELECT x.city FROM regions r, LATERAL (SELECT city FROM sales s WHERE s.region = r.region) AS x', ['n1', 'n2']],
  ['SELECT city FROM sales UNION SELECT city FROM sales', ['n1', 'n2']],
  ["SELECT 'x' AS city UNION ALL (SELECT city FROM sales)", ['n1', 'n2', 'x']],
  ["SELECT city FROM sales EXCEPT SELECT 'n1'", ['n2']],
  ['SELECT city FROM other.sales UNION SELECT city FROM sales', ['n1', 'n2', 'o1']],
  ['WITH x AS (SELECT * FROM sales) SELECT city FROM x', ['n1', 'n2']],
  ['WITH sales AS (SELECT * FROM sales) SELECT city FROM sales', ['n1', 'n2']],
  ["WITH sales AS (SELECT 'mine' AS city) SELECT city FROM sales", ['mine']],
  ["WITH Sales AS (SELECT 'mine' AS city) SELECT city FROM {s}.sales", ['n1', 'n2']],
  ["WITH a AS (SELECT city FROM sales), sales AS (SELECT 'mine' AS city) SELECT city FROM a", ['n1', 'n2']],
  ["WITH sales AS (SELECT 'mine' AS city), a AS (SELECT city FROM sales) SELECT city FROM a", ['mine']],
  ["WITH x AS (WITH sales AS (SELECT 'mine' AS city) SELECT city FROM sales) SELECT city FROM sales", ['n1', 'n2']],
  // The engine folds none of these letters: the name is that of the table.
  [`WITH "\u212aö" AS (SELECT 'mine' AS city) SELECT city FROM "kö"`, ['n1', 'n2']],
  [`WITH "KÖ" AS (SELECT 'mine' AS city) SELECT city FROM "kö"`, ['n1', 'n2']],
  ['SELECT city FROM sales, (WITH sales AS (SELECT 1 AS one) SELECT * FROM sales) AS x', ['n1', 'n2']],
  [
    "(WITH sales AS (SELECT 'mine' AS city) SELECT city FROM sales) UNION ALL SELECT city FROM sales",
    ['mine', 'n1', 'n2'],
  ],
  ["WITH sales AS (SELECT 'mine' AS city) (SELECT city FROM sales) UNION ALL SELECT city FROM sales", ['mine', 'mine']],
  [
    'WITH sales AS (WITH x AS (SELECT * FROM sales) SELECT * FROM x) SELECT city FROM (SELECT * FROM sales) AS y',
    ['n1', 'n2'],
  ],
  [
    'WITH RECURSIVE r(n) AS (SELECT MIN(n) FROM sales UNION ALL SELECT r.n + 1 FROM r, sales s WHERE s.n = r.n + 1) SELECT city FROM r JOIN sales USING (n)',
    ['n1', 'n2'],
  ],
  ['SELECT COUNT(*) FILTER (WHERE city IN (SELECT city FROM sales)) AS city FROM sales', [2 as never]],
  ['SELECT DISTINCT FIRST_VALUE(city) OVER (ORDER BY n DESC) AS city FROM sales', ['n2']],
  ['SELECT city FROM {s}.sales WHERE {s}.sales.n > 0', 'query-failed'],
  ["SELECT 'sales' AS city", ['sales']],
  ['SELECT region AS city FROM regions', ['north', 'south']],
  ['TABLE sales', 'rules-unsafe'],
]

const own: Readonly<Record<string, readonly Case[]>> = {
  duckdb: [
    ['FROM sales SELECT city', ['n1', 'n2']],
    ['SELECT f.city FROM f : sales', ['n1', 'n2']],
    ["SELECT city FROM 'sales'", ['n1', 'n2']],
    ['SELECT city FROM facet.sales', ['n1', 'n2']],
    ['SELECT city FROM FACET."MAIN".Sales', ['n1', 'n2']],
    ['SELECT city FROM sales TABLESAMPLE 100 PERCENT (bernoulli)', ['n1', 'n2']],
    ['SELECT city FROM sales UNION BY NAME SELECT city FROM sales', ['n1', 'n2']],
    ['SELECT a.city FROM sales a POSITIONAL JOIN regions b', ['n1', 'n2']],
    ['SELECT a.city FROM sales a SEMI JOIN sales b ON a.n < b.n', ['n1']],
    ['SELECT sales.city FROM (SELECT sales FROM sales)', ['n1', 'n2']],
    ['SELECT unnest((SELECT list(city ORDER BY city) FROM sales)) AS city', ['n1', 'n2']],
    ['SELECT city FROM (TABLE sales)', 'rules-unsafe'],
    // Other white space characters shift the positions reported by the parser.
    ['SELECT\u00a0city FROM /*sales*/ sales', 'rules-unsafe'],
    ['SELECT city\u00a0FROM sales', 'rules-unsafe'],
    ['SELECT city FROM sales AT (VERSION => 1)', 'rules-unsafe'],
    ['DESCRIBE sales', 'sql-refused'],
    ['SELECT * FROM (SUMMARIZE sales)', 'sql-refused'],
    ['PIVOT sales ON region USING MAX(city)', 'virtual-not-select'],
    ['SELECT * FROM (PIVOT sales ON region USING MAX(city))', 'virtual-not-select'],
    ['UNPIVOT sales ON city INTO NAME x VALUE y', 'sql-refused'],
    ["SELECT city FROM query_table('sales')", 'sql-refused'],
    ["SELECT city FROM query('FROM sales')", 'sql-refused'],
    ['SELECT city FROM duckdb_tables', 'sql-refused'],
    ['WITH duckdb_tables AS (SELECT * FROM duckdb_tables) SELECT table_name AS city FROM duckdb_tables', 'sql-refused'],
  ],
  postgresql: [
    ['SELECT city FROM {d}.public.sales', ['n1', 'n2']],
    ['SELECT city FROM U&"s\\0061les"', 'rules-unsafe'],
    [`SELECT city FROM ${LONG}er`, ['n1', 'n2']],
    ['SELECT city FROM ONLY sales', 'rules-unsafe'],
    ['SELECT city FROM ONLY (sales)', 'rules-unsafe'],
    ['SELECT city FROM sales *', 'rules-unsafe'],
    ['SELECT city FROM sales TABLESAMPLE SYSTEM (100)', 'rules-unsafe'],
    ['SELECT (s).city FROM (SELECT sales FROM sales) AS x(s)', ['n1', 'n2']],
    ['SELECT sales::text AS city FROM sales', ['(north,n1,1)', '(north,n2,2)']],
    ['SELECT unnest(ARRAY(SELECT city FROM sales ORDER BY city)) AS city', ['n1', 'n2']],
    ['SELECT x.city FROM generate_series(1, 1) AS g, LATERAL (SELECT city FROM sales) AS x', ['n1', 'n2']],
    ['SELECT city FROM ROWS FROM (unnest(ARRAY(SELECT city FROM sales))) AS x(city)', ['n1', 'n2']],
    ['SELECT city FROM "Sales"', 'query-failed'],
    ["SELECT table_to_xml('sales', true, true, '')::text AS city", 'sql-refused'],
    ['SELECT most_common_vals::text AS city FROM pg_stats', 'sql-refused'],
  ],
}

describe.each(contractEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  let schema = ''

  beforeAll(async () => {
    fixture = await openEngineFixture(engine, statements)
    schema = (await fixture.connection.schemas())[0] ?? ''
  })
  afterAll(() => fixture.close())

  async function read(text: string, tables = ruled): Promise<unknown> {
    try {
      const named = text.replaceAll('{s}', schema).replaceAll('{d}', String(fixture.settings['database']))
      const sql = await fixture.guard.statement(named, tables)
      const labels = (await fixture.connection.shape(sql)).map(({ name }) => name)
      const run = { signal: new AbortController().signal, maxRows: 100, labels }
      const cities = toRecords(await fixture.connection.table(sql, run)).map(({ city }) => city)
      return /ORDER BY/.test(text) ? cities : cities.toSorted((one, other) => String(one).localeCompare(String(other)))
    } catch (error) {
      return (error as { code?: string }).code?.replace(/^[0-9A-Z]{5}$/, 'query-failed') ?? 'query-failed'
    }
  }

  it.each([...reading, ...(own[engine.name] ?? [])])('keeps the rules in %s: %j', async (sql, expected) => {
    expect(await read(sql)).toEqual(expected)
  })

  it('does not change a statement whose tables have no rules', async () => {
    for (const [sql] of reading) {
      const text = sql.replaceAll('{s}', schema)
      expect((await fixture.guard.select(text, [{ schema: null, name: 'unnamed', rules: north }])).text).toBe(text)
    }
    expect(await read('SELECT city FROM sales', [])).toEqual(['n1', 'n2', 's1', 's2'])
  })

  it('identifies tables by their schema', async () => {
    const other = [{ schema: 'other', name: 'sales', rules: [["city = 'nowhere'"]] }]
    expect(await read('SELECT city FROM other.sales', other)).toEqual([])
    expect(await read('SELECT city FROM sales', other)).toEqual(['n1', 'n2', 's1', 's2'])
    const usual = [{ schema, name: 'sales', rules: north }]
    expect(await read('SELECT city FROM sales', usual)).toEqual(['n1', 'n2'])
    expect(await read('SELECT city FROM {s}.sales', usual)).toEqual(['n1', 'n2'])
    expect(await read('SELECT city FROM other.sales', usual)).toEqual(['o1'])
  })

  it('combines all rules of a table with AND, each in parentheses', async () => {
    const of = (...rules: string[][]) => [
      { schema: null, name: 'sales', rules },
      { schema, name: 'sales', rules: [['n < 4']] },
    ]
    expect(await read('SELECT city FROM sales', of(["city = 'n2'", "city = 's1' -- of old"], ['n > 1']))).toEqual([
      'n2',
      's1',
    ])
    expect(await read('SELECT city FROM sales', of(['1 = 0) OR (1 = 1']))).toBe('clause-wrong')
    expect(await read('SELECT city FROM sales', of(['1 = 1) -- ']))).toBe('clause-wrong')
  })

  it('rejects common table expressions that change the meaning of names in a rule', async () => {
    const shown = [{ schema: null, name: 'sales', rules: [['region IN (SELECT region FROM regions WHERE shown)']] }]
    expect(await read('SELECT city FROM sales', shown)).toEqual(['n1', 'n2'])
    const mine = "regions AS (SELECT 'south' AS region, true AS shown)"
    expect(await read(`WITH ${mine} SELECT city FROM sales`, shown)).toBe('rules-unsafe')
    expect(await read(`WITH x AS (WITH ${mine} SELECT * FROM sales) SELECT city FROM x`, shown)).toBe('rules-unsafe')
    expect(await read(`WITH x AS (SELECT * FROM sales), ${mine} SELECT city FROM x`, shown)).toEqual(['n1', 'n2'])
    // `bare` lacks the column; it must not resolve to a column of the surrounding query.
    const bare = [{ schema: null, name: 'bare', rules: north }]
    const around = "SELECT (SELECT MAX(city) FROM bare) AS city FROM (SELECT 'north' AS region) AS q"
    expect(await read(around, bare)).toBe('query-failed')
    expect(
      await read("SELECT b.city FROM (SELECT 'north' AS region) AS q, LATERAL (SELECT * FROM bare) AS b", bare),
    ).toBe('query-failed')
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { sampleCases } from '#testing/case-sample.ts'
import { queryEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import type { Engine } from './engine.ts'
import { engines } from './index.ts'

const statements = [
  `CREATE TABLE births (ds TIMESTAMP, gender VARCHAR(16), name VARCHAR(255), num INTEGER, state VARCHAR(10), ratio DOUBLE PRECISION,
    amount DECIMAL(10, 2), done BOOLEAN, "Total Amount" INTEGER, payload VARCHAR(100))`,
  `INSERT INTO births VALUES
    ('1965-01-01', 'boy', 'Aaron', 369, 'CA', 0.5, 10.00, true, 1, '{"a": {"b": 7}}'),
    ('1965-01-01', 'girl', 'Amy', 494, 'NY', NULL, 0.25, false, NULL, '{"a": {"b": 8}}')`,
  'CREATE TABLE states (state VARCHAR(10), region VARCHAR(10))',
  `INSERT INTO states VALUES ('CA', 'west'), ('NY', 'east')`,
]

/** Typical metrics of charts and datasets. */
const metrics: readonly string[] = [
  'COUNT(*)',
  'count(*)',
  'SUM(num)',
  'sum(num)*1.0',
  'COUNT(DISTINCT name)',
  "SUM(CASE WHEN state = 'CA' THEN num ELSE 0 END) / (SUM(num) * 1.0)",
  "SUM(CASE WHEN gender='girl' THEN num END) * 100.0 / NULLIF(SUM(num), 0)",
  'AVG(CAST(num AS FLOAT))',
  "AVG(num) FILTER (WHERE state = 'CA')",
  "COUNT(*) FILTER (WHERE done IS TRUE AND name LIKE 'A%')",
  'ROUND(AVG(amount), 2)',
  'CEIL(MAX(ratio)) + FLOOR(MIN(ratio)) - ABS(-1) + POWER(2, 3) + SQRT(4) + LN(1) + EXP(0) + SIGN(-2) + MOD(7, 2)',
  'MAX(ds)',
  "MIN(num) || ' to ' || MAX(num)",
  'STDDEV(num) + VARIANCE(num) + STDDEV_POP(num) + VAR_SAMP(num)',
  'COALESCE(SUM("Total Amount"), 0)',
  'GREATEST(MAX(num), 3) - LEAST(MIN(num), 3)',
  "STRING_AGG(name, ', ' ORDER BY name)",
  'percentile_cont(0.5) WITHIN GROUP (ORDER BY num)',
  'percentile_disc(0.9) WITHIN GROUP (ORDER BY num)',
  'SUM(SUM(num)) OVER ()',
  'SUM(num) / SUM(SUM(num)) OVER ()',
  'RANK() OVER (ORDER BY SUM(num) DESC)',
  'bool_or(done)',
  'CORR(num, ratio)',
  'ARRAY_AGG(name)',
  'MAX(CASE WHEN num BETWEEN 100 AND 400 THEN 1 WHEN num IN (494, 495) THEN 2 ELSE 0 END)',
  'MAX(EXTRACT(YEAR FROM ds))',
]

/** Typical computed columns, filters and series. */
const columns: readonly string[] = [
  "CASE WHEN state = 'CA' THEN num ELSE 0 END",
  "case \nwhen state is Null then 'No Answer' \nwhen state = 'CA' then 'California'\nelse state\nend ",
  "CASE gender WHEN 'boy' THEN 'Boys' ELSE 'Girls' END",
  'LOWER(name)',
  'UPPER(TRIM(name))',
  'LENGTH(name)',
  "CONCAT(name, ' (', state, ')')",
  "name || ' ' || state",
  'SUBSTRING(name, 1, 3)',
  'SUBSTRING(name FROM 1 FOR 3)',
  'LEFT(name, 1)',
  "REPLACE(name, 'A', 'a')",
  "SPLIT_PART(name, 'm', 1)",
  "POSITION('m' IN name)",
  "REGEXP_REPLACE(name, '[aeiou]', '')",
  "DATE_TRUNC('month', ds)",
  "date_trunc('week', CAST(ds AS TIMESTAMP))",
  'EXTRACT(year FROM ds)',
  "DATE_PART('dow', ds)",
  'CAST(ds AS DATE)',
  'ds::date',
  "ds + INTERVAL '1 day'",
  "ds > CURRENT_DATE - INTERVAL '30 days'",
  'NOW()',
  'CURRENT_TIMESTAMP',
  "ds AT TIME ZONE 'UTC'",
  'age(ds, ds)',
  'CAST(num AS VARCHAR)',
  'num::text',
  'num / 100 * 100',
  'num % 10',
  'COALESCE(ratio, 0)',
  'NULLIF(num, 0)',
  "state IN ('CA', 'NY') AND (num > 5 OR NOT done)",
  "state NOT IN ('TX') AND name NOT LIKE '%z%' AND name ILIKE 'a%'",
  'num IS NOT NULL AND ratio IS NULL',
  'num <> 3 AND num != 4',
  'ROW_NUMBER() OVER (PARTITION BY state ORDER BY num DESC)',
  'num - LAG(num) OVER (ORDER BY ds)',
  'SUM(num) OVER (PARTITION BY state ORDER BY ds ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)',
  'NTILE(4) OVER (ORDER BY num)',
  'FIRST_VALUE(name) OVER (ORDER BY num)',
  '"Total Amount" * 1.1',
  'births.num',
  'TRUE',
  "'1'",
  '1 /* one */ -- of many',
]

/** Typical virtual datasets. */
const datasets: readonly string[] = [
  'SELECT * FROM births',
  'SELECT a.name AS one, b.name AS other, count(*) AS cnt FROM births a JOIN births b ON a.ds = b.ds GROUP BY a.name, b.name HAVING a.name <> b.name',
  'SELECT ds, num - lag(num) OVER (ORDER BY ds) AS new_members FROM births',
  'SELECT b.ds, s.region, b.name FROM births b LEFT JOIN states s ON b.state = s.state',
  'WITH top AS (SELECT name, SUM(num) AS total FROM births GROUP BY 1 ORDER BY 2 DESC LIMIT 10) SELECT * FROM top',
  'SELECT name, num FROM births WHERE num > (SELECT AVG(num) FROM births) UNION ALL SELECT state, 0 FROM states',
  'SELECT DISTINCT state FROM births WHERE EXISTS (SELECT 1 FROM states s WHERE s.state = births.state)',
  'SELECT state, GROUPING(state) AS g, SUM(num) AS n FROM births GROUP BY ROLLUP (state)',
  "SELECT n, 'x' AS x FROM generate_series(1, 3) AS s(n)",
  'SELECT name, unnest(ARRAY[num, 0]) AS part FROM births',
]

/** Expressions in the dialect of one engine. */
const own: Readonly<Record<string, { readonly columns: readonly string[]; readonly metrics: readonly string[] }>> = {
  duckdb: {
    columns: [
      "strftime(ds, '%Y-%m')",
      "strptime('2024-01-31', '%Y-%m-%d')",
      "DATE_DIFF('day', ds, ds)",
      "DATETRUNC('month', ds)",
      'YEAR(ds)',
      'MONTHNAME(ds)',
      "payload::JSON->'a'->>'b'",
      "json_extract_string(payload, '$.a.b')",
      'list_transform([1, 2], x -> x + 1)',
      "IF(num > 3, 'many', 'few')",
      'IFNULL(ratio, 0)',
      "regexp_extract(name, '(a)(.*)', 2)",
      'TRY_CAST(name AS INTEGER)',
      'epoch_ms(ds)',
      "time_bucket(INTERVAL '15 minutes', ds)",
    ],
    metrics: [
      'MEDIAN(num)',
      'APPROX_COUNT_DISTINCT(name)',
      'QUANTILE_CONT(num, 0.95)',
      'arg_max(name, num)',
      'MODE(state)',
    ],
  },
  postgresql: {
    columns: [
      "TO_CHAR(ds, 'YYYY-MM')",
      "TO_DATE('2024-01-31', 'YYYY-MM-DD')",
      'TO_TIMESTAMP(0)',
      "date_bin('15 minutes', ds, TIMESTAMP '2001-01-01')",
      "payload::jsonb -> 'a' ->> 'b'",
      "payload::jsonb #>> '{a,b}'",
      "jsonb_extract_path_text(payload::jsonb, 'a', 'b')",
      "name ~* '^a'",
      "name SIMILAR TO 'A%'",
      "(regexp_match(name, '(a)(.*)'))[2]",
      'INITCAP(name)',
      "(string_to_array(name, 'm'))[1]",
      'make_date(2024, 1, 31)',
      "justify_interval(INTERVAL '40 days')",
      'num = ANY (ARRAY[369, 494])',
      'num::numeric(10, 2)',
      "date '2024-01-31'",
      'width_bucket(num, 0, 1000, 10)',
      'MD5(name)',
      '(ROW(1, 2) < ROW(1, 3))',
    ],
    metrics: ['mode() WITHIN GROUP (ORDER BY state)', 'jsonb_agg(name)', 'regr_slope(num, ratio)', 'every(done)'],
  },
}

describe.each(queryEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  beforeAll(async () => {
    fixture = await openEngineFixture(engine, statements)
  })
  afterAll(() => fixture.close())

  /** Returns the shared expressions that `npm test` runs on this engine: the others run on the next one. */
  const sampled = (texts: readonly string[]) => sampleCases(texts, 2, queryEngines.indexOf(engine))

  /** Returns the number of rows of a SELECT that has passed the guard. */
  async function rowsOf(text: string): Promise<number> {
    const statement = await fixture.guard.statement(text)
    const labels = (await fixture.connection.shape(statement)).map(({ name }) => name)
    const run = { signal: new AbortController().signal, maxRows: 100, labels }
    return (await fixture.connection.table(statement, run)).rowCount
  }

  it.each([...sampled(metrics), ...(own[engine.name]?.metrics ?? [])])('accepts the metric %s', async (text) => {
    const { text: passed } = await fixture.guard.expression(text, 'metric')
    expect(await rowsOf(`SELECT (${passed}\n) AS x FROM births`)).toBe(1)
  })

  it.each([...sampled(columns), ...(own[engine.name]?.columns ?? [])])('accepts the column %s', async (text) => {
    const { text: passed } = await fixture.guard.expression(text, 'column')
    expect(await rowsOf(`SELECT (${passed}\n) AS x FROM births`)).toBe(2)
  })

  it.each(datasets)('accepts the dataset %s', async (text) => {
    expect(await rowsOf(text)).toBeGreaterThan(0)
  })
})

/** Returns all texts under one of these keys, at any depth. */
function textsOf(value: unknown, keys: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, keys))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    keys.includes(key) && typeof each === 'string' && each.trim() !== '' ? [each] : textsOf(each, keys),
  )
}

it('accepts all SQL of the example bundles', async () => {
  const folder = new URL('../../demo/bundles', import.meta.url).pathname
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
  const documents = files.map((name) => parse(readFileSync(join(folder, name), 'utf8')) as unknown)
  const duckdb = engines.find(({ name }) => name === 'duckdb') as Engine
  const fixture = await openEngineFixture(duckdb, [])
  const expressions = documents.flatMap((each) => textsOf(each, ['expression', 'sqlExpression']))
  const selects = documents.flatMap((each) => textsOf(each, ['sql']))
  for (const text of expressions) await fixture.guard.expression(text, 'column')
  for (const text of selects) await fixture.guard.select(text)
  await fixture.close()
  expect(expressions.length).toBeGreaterThan(20)
})

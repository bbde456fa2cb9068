import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let sales: number
let viewer: string

/** Names and values of a table the viewer may not read; the greatest wage is 987654. */
const HIDDEN = /wages|987654|amount|scratch|examples\.duckdb/

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (region VARCHAR, n INTEGER)',
      "INSERT INTO sales VALUES ('north', 1), ('south', 2)",
      'CREATE TABLE wages AS SELECT 987654 AS amount',
    ],
    Date.UTC(2024, 5, 15),
  )
  const columns = [
    { column_name: 'region', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  sales = (await fixture.dataset({ table_name: 'sales', columns })).id
  const { store } = fixture.context
  const gamma = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  const { id } = await store.roles.create({ name: 'Viewer' }, null)
  await store.roles.setPairs(id, [...gamma, ['datasource_access', `[examples].[sales](id:${sales})`]])
  viewer = await fixture.token('viewer', 'Viewer')
})
afterAll(() => fixture.close())

async function ask(query: object) {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${viewer}` },
    payload: { datasource: { id: sales, type: 'table' }, queries: [query] },
  })
  return { status: answer.statusCode, body: answer.payload, type: answer.json().errors?.[0]?.error_type as unknown }
}

const sql = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'x', hasCustomLabel: true })

/** Every part of a query that takes an expression. */
const queriesByClause: Readonly<Record<string, (text: string) => object>> = {
  metric: (text) => ({ columns: [], metrics: [sql(`MAX(${text})`)] }),
  column: (text) => ({ columns: [{ sqlExpression: text, label: 'x' }], metrics: [] }),
  where: (text) => ({ columns: ['region'], metrics: [], extras: { where: `(${text}) IS NOT NULL` } }),
  having: (text) => ({ columns: ['region'], metrics: [sql('SUM(n)')], extras: { having: `MAX(${text}) IS NOT NULL` } }),
  order: (text) => ({
    columns: ['region'],
    metrics: [sql('SUM(n)')],
    orderby: [[{ ...sql(`MAX(${text})`), label: 'y' }, true]],
  }),
  filter: (text) => ({
    columns: ['region'],
    metrics: [],
    filters: [{ col: { sqlExpression: text, label: 'x' }, op: 'IS NOT NULL' }],
  }),
  'rank of series': (text) => ({
    columns: ['region'],
    metrics: [sql('SUM(n)')],
    series_columns: ['region'],
    series_limit: 1,
    series_limit_metric: sql(`MAX(${text})`),
  }),
}

/** Expressions that read beyond the rows of the dataset. */
const reaching = [
  "json_serialize_plan('SELECT * FROM wages')::VARCHAR",
  "json_serialize_plan('SELECT max(amount) FROM wages', optimize := true)::VARCHAR",
  "JSON_Serialize_Plan('SELECT 1 FROM wages WHERE amount > 9', optimize := true)::VARCHAR",
  "system.main.json_serialize_plan('SELECT current_setting(''temp_directory'')', optimize := true)::VARCHAR",
  "json_serialize_sql('SELECT * FROM wages')::VARCHAR",
  "json_deserialize_sql(json_serialize_sql('SELECT * FROM wages'))",
  'stats(n)',
  'current_query()',
  'current_database()',
  'current_schema()',
  'version()',
  "has_table_privilege('wages', 'select')",
  "current_setting('temp_directory')",
  "getenv('HOME')",
]

it('accepts an expression on columns of the dataset at every position', async () => {
  for (const [clause, query] of Object.entries(queriesByClause)) {
    expect([clause, (await ask(query('UPPER(region)'))).status]).toEqual([clause, 200])
  }
})

it.each([
  ['too long', `region = '${'x'.repeat(70_000)}'`, 'is longer than 65536 bytes'],
  ['with nested comments', '/*'.repeat(9000), 'has more than 100 comments'],
  ['with nested brackets', `${'('.repeat(201)}1${')'.repeat(201)}`, 'are nested deeper than 200'],
])('returns 400 for a clause %s at every position', async (_, text, message) => {
  for (const [clause, query] of Object.entries(queriesByClause)) {
    const { status, body } = await ask(query(text))
    expect([clause, status, body.includes(message)]).toEqual([clause, 400, true])
  }
})

it('returns 400 for clauses that are too long together', async () => {
  const metrics = Array.from({ length: 17 }, (_, index) => ({
    ...sql(`MAX('${'x'.repeat(65_000)}')`),
    label: `m${index}`,
  }))
  const { status, body } = await ask({ columns: [], metrics })
  expect([status, body.includes('together longer than 1048576 bytes')]).toEqual([400, true])
})

it.each([
  { table_name: 'sqlite_master' },
  { table_name: 'DuckDB_Settings' },
  { table_name: 'tables', schema: 'information_schema' },
  { table_name: 'wages', sql: 'SELECT name FROM sqlite_master' },
  { table_name: 'wages', sql: 'SELECT table_name AS name FROM information_schema.tables' },
  { table_name: 'wages', sql: 'SELECT version() AS name' },
])('returns 403 for a dataset on the catalog of the engine: %j', async (draft) => {
  const { id } = await fixture.dataset({ ...draft, columns: [{ column_name: 'name', type: 'VARCHAR' }] })
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${await fixture.token('admin')}` },
    payload: { datasource: { id, type: 'table' }, queries: [{ columns: ['name'], metrics: [] }] },
  })
  expect([answer.statusCode, answer.json().errors[0].error_type]).toEqual([403, 'INVALID_SQL_ERROR'])
})

it('names the rejected function', async () => {
  const { status, body } = await ask({ columns: [], metrics: [sql('nosuch(n)')] })
  expect([status, JSON.parse(body).errors[0]]).toMatchObject([
    403,
    { error_type: 'INVALID_SQL_ERROR', message: 'This SQL may not call nosuch' },
  ])
})

describe.each(Object.keys(queriesByClause))('an expression as %s', (clause) => {
  it.each(reaching)('rejects it when it reads beyond the dataset: %s', async (text) => {
    const { status, body, type } = await ask(queriesByClause[clause]?.(text) ?? {})
    expect([status, type]).toEqual([403, 'INVALID_SQL_ERROR'])
    expect(body.replaceAll(text, '').replaceAll(JSON.stringify(text).slice(1, -1), '')).not.toMatch(HIDDEN)
  })
})

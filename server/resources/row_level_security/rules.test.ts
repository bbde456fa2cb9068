import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let dataset: number
let virtual: number
let tokens: Record<'north' | 'all' | 'nobody', string>
const roles: Record<string, number> = {}

const columns = [
  { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
  { column_name: 'region', type: 'VARCHAR' },
  { column_name: 'city', type: 'VARCHAR' },
  { column_name: 'n', type: 'INTEGER' },
]
const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (ds TIMESTAMP, region VARCHAR, city VARCHAR, n INTEGER)',
      `INSERT INTO sales VALUES ('2024-01-01', 'north', 'northern A', 1), ('2024-02-01', 'north', 'northern B', 20),
        ('2024-01-01', 'south', 'southern A', 300), ('2024-02-01', 'south', 'southern B', 4000)`,
      'CREATE TABLE parts AS SELECT region, city FROM sales',
    ],
    Date.UTC(2024, 5, 15),
  )
  const { store } = fixture.context
  const reader = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  for (const name of ['North', 'All', 'Nobody']) {
    const { id } = await store.roles.create({ name }, null)
    await store.roles.setPairs(id, [
      ...reader,
      ['all_datasource_access', 'all_datasource_access'],
      ['all_database_access', 'all_database_access'],
      ['can_sql_json', 'Superset'],
    ])
    roles[name] = id
  }
  dataset = (await fixture.dataset({ table_name: 'sales', main_dttm_col: 'ds', columns, metrics })).id
  virtual = (await fixture.dataset({ table_name: 'v', sql: 'SELECT * FROM sales', columns, metrics })).id
  const rule = { filter_type: 'Regular', clause: "region = '{{ 'north' }}'", tables: [dataset] } as const
  await store.rowRules.create({ ...rule, name: 'north', roles: [roles['North'] ?? 0] }, null)
  await store.rowRules.create(
    {
      name: 'base',
      filter_type: 'Base',
      clause: '1 = 0',
      tables: [dataset],
      roles: [roles['North'] ?? 0, roles['All'] ?? 0],
    },
    null,
  )
  tokens = {
    north: await fixture.token('north', 'North'),
    all: await fixture.token('all', 'All'),
    nobody: await fixture.token('nobody', 'Nobody'),
  }
})
afterAll(() => fixture.close())

const grouped = { columns: ['city'], metrics: ['total'], row_limit: 100 }
const contextOf = (more: object = {}, query: object = grouped) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [query],
  ...more,
})

interface Call {
  readonly url: string
  readonly body: object | string
  readonly headers?: Record<string, string>
}
const post = (body: object): Call => ({ url: '/api/v1/chart/data', body })

const send = ({ url, body, headers = {} }: Call, who: keyof typeof tokens) =>
  fixture.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${tokens[who]}`, ...headers },
    payload: body,
  })

async function bodyOf(call: Call, who: keyof typeof tokens): Promise<string> {
  const answer = await send(call, who)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.payload]).toEqual([200, ''])
  return answer.payload
}

/** Returns the cities of a dataset that this user sees. */
async function citiesOf(id: number, who: keyof typeof tokens): Promise<readonly string[]> {
  const query = { columns: ['city'], metrics: [], orderby: [['city', true]] }
  const rows = JSON.parse(await bodyOf(post(contextOf({ datasource: { id, type: 'table' } }, query)), who))
  return rows.result[0].data.map(({ city }: { city: string }) => city)
}

/** Runs this SQL in SQL Lab. */
const page = (sql: string, who: keyof typeof tokens) =>
  send({ url: '/superset/sql_json/', body: { database_id: fixture.database.id, sql } }, who)

it('counts only the rows of the rules', async () => {
  const count = async (who: keyof typeof tokens) => {
    const rows = await bodyOf(post(contextOf({}, { columns: ['city'], is_rowcount: true })), who)
    return JSON.parse(rows).result[0].data[0].rowcount
  }
  expect([await count('all'), await count('north'), await count('nobody')]).toEqual([4, 2, 0])
  const url = `/datasource/samples?datasource_type=table&datasource_id=${dataset}`
  const samples = JSON.parse(await bodyOf({ url, body: { filters: [] } }, 'north')).result
  expect([samples.total_count, samples.page, samples.per_page, samples.rowcount]).toEqual([2, 1, 1000, 2])
})

it('prints the rules into the statement it shows', async () => {
  const shown = JSON.parse(await bodyOf(post(contextOf({ result_type: 'query' })), 'north')).result[0].query
  expect(shown).toContain("(region = 'north'\n)")
})

it('combines rules of a group with OR, groups with AND, each in parentheses', async () => {
  const { store } = fixture.context
  const { id: other } = await fixture.dataset({
    table_name: 'sales',
    columns: [{ column_name: 'city', type: 'VARCHAR' }],
  })
  const rule = (name: string, clause: string, group_key: string | null) =>
    store.rowRules.create(
      { name, clause, group_key, filter_type: 'Regular', tables: [other], roles: [roles['All'] ?? 0] },
      null,
    )
  const cities = () => citiesOf(other, 'all')
  const first = await rule('g1', "city = 'northern A' -- of old", 'cities')
  const second = await rule('g2', "city = 'southern A'", 'cities')
  expect(await cities()).toEqual(['northern A', 'southern A'])
  const big = await rule('g3', 'n >= 300', null)
  expect(await cities()).toEqual(['southern A'])
  await store.rowRules.update(big.id, { clause: 'n IN (SELECT MIN(n) FROM sales)' }, null)
  expect(await cities()).toEqual(['northern A'])
  await store.rowRules.update(big.id, { clause: '1 = 0) OR (1 = 1' }, null)
  const refused = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${tokens.all}` },
    payload: contextOf({ datasource: { id: other, type: 'table' } }, { columns: ['city'], metrics: [] }),
  })
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'The row rule clause is not a single expression'])
  await store.rowRules.remove(big.id, null)
  expect(await cities()).toEqual(['northern A', 'southern A'])
  await store.rowRules.remove([first.id, second.id], null)
})

it.each([
  { schema: 'main', table_name: 'sales' },
  { schema: null, table_name: 'SALES' },
  { schema: 'MAIN', table_name: 'Sales' },
  { schema: 'facet', table_name: 'sales' },
])('holds for every dataset of its table: $schema, $table_name', async (table) => {
  const { id } = await fixture.dataset({ ...table, columns, metrics })
  expect(await citiesOf(id, 'all')).toHaveLength(4)
  expect(await citiesOf(id, 'north')).toEqual(['northern A', 'northern B'])
  expect(await citiesOf(id, 'nobody')).toEqual([])
  const { store } = fixture.context
  const own = { name: 'own', filter_type: 'Regular', clause: 'n > 1', tables: [id] } as const
  const rule = await store.rowRules.create({ ...own, roles: [roles['North'] ?? 0] }, null)
  expect(await citiesOf(id, 'north')).toEqual(['northern B'])
  expect(await citiesOf(dataset, 'north')).toEqual(['northern B'])
  await store.rowRules.remove(rule.id, null)
  await store.datasets.remove(id, null)
})

it('combines the rules of a virtual dataset with those of its tables', async () => {
  const { store } = fixture.context
  const { id } = await fixture.dataset({ table_name: 'narrow', sql: 'SELECT * FROM sales', columns, metrics })
  const own = { name: 'own', filter_type: 'Base', clause: 'n > 1', tables: [id], roles: [] } as const
  await store.rowRules.create(own, null)
  expect(await citiesOf(id, 'all')).toEqual(['northern B', 'southern A', 'southern B'])
  expect(await citiesOf(id, 'north')).toEqual(['northern B'])
  expect(await citiesOf(id, 'nobody')).toEqual([])
})

it('caches results of a virtual dataset separately by the rules of its tables', async () => {
  expect(await citiesOf(virtual, 'all')).toHaveLength(4)
  expect(await citiesOf(virtual, 'north')).toEqual(['northern A', 'northern B'])
  const { store } = fixture.context
  const more = { name: 'more', filter_type: 'Regular', clause: 'n > 1', tables: [dataset] } as const
  const { id } = await store.rowRules.create({ ...more, roles: [roles['North'] ?? 0] }, null)
  expect(await citiesOf(virtual, 'north')).toEqual(['northern B'])
  await store.rowRules.remove(id, null)
  expect(await citiesOf(virtual, 'north')).toEqual(['northern A', 'northern B'])
})

it('renders the templates of a rule as those of its own dataset, under any name of the table', async () => {
  const { store } = fixture.context
  const params = (region: string) => JSON.stringify({ shown: region })
  const { id: own } = await fixture.dataset({
    table_name: 'parts',
    template_params: params('north'),
    columns,
    metrics: [],
  })
  const clause = "region = '{{ shown }}'"
  await store.rowRules.create({ name: 'shown', filter_type: 'Base', clause, tables: [own], roles: [] }, null)
  const sql = "SELECT * FROM parts WHERE region <> '{{ shown }}' OR true"
  const { id } = await fixture.dataset({
    table_name: 'taken',
    sql,
    template_params: params('south'),
    columns,
    metrics: [],
  })
  expect(await citiesOf(own, 'all')).toEqual(['northern A', 'northern B'])
  expect(await citiesOf(id, 'all')).toEqual(['northern A', 'northern B'])
})

it('returns 403 without rows for SQL to which the rules cannot be applied', async () => {
  for (const sql of ['TABLE sales', 'SELECT * FROM sales AT (VERSION => 1)']) {
    const { id } = await fixture.dataset({ table_name: sql, sql, columns, metrics })
    const refused = await send(post(contextOf({ datasource: { id, type: 'table' } })), 'north')
    expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([
      403,
      {
        error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR',
        message: 'Row-level security cannot be applied to this SQL: sales',
      },
    ])
    expect(refused.payload).not.toContain('northern')
    const shown = await page(sql, 'north')
    expect([
      shown.statusCode,
      shown.body.includes('cannot be applied to this SQL'),
      shown.body.includes('northern'),
    ]).toEqual([403, true, false])
  }
  expect(
    await citiesOf((await fixture.dataset({ table_name: 't', sql: 'TABLE sales', columns, metrics })).id, 'all'),
  ).toHaveLength(4)
})

it('expressions of a query cannot bypass a rule', async () => {
  const inner = '(SELECT MAX(city) FROM sales)'
  const sql = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'x' })
  const questions = [
    { ...grouped, metrics: [sql(inner)] },
    { ...grouped, columns: [sql(inner)] },
    { ...grouped, extras: { where: `city < ${inner}` } },
    { ...grouped, extras: { having: `MAX(city) < ${inner}` } },
    { ...grouped, orderby: [[sql(inner), true]] },
    { ...grouped, filters: [{ col: sql(inner), op: '==', val: 'southern B' }] },
    { ...grouped, series_columns: ['city'], series_limit: 1, series_limit_metric: sql(inner) },
    { ...grouped, extras: { where: '1 = 1) OR (1 = 1' } },
    { ...grouped, extras: { where: '1 = 1) UNION ALL (SELECT city, 1 FROM sales WHERE (1 = 1' } },
  ]
  for (const id of [dataset, virtual])
    for (const query of questions) {
      const answer = await send(post(contextOf({ datasource: { id, type: 'table' } }, query)), 'north')
      expect([JSON.stringify(query), answer.statusCode]).toEqual([JSON.stringify(query), 400])
      expect(
        answer.payload.replaceAll(/southern B/g, (text) => (JSON.stringify(query).includes(text) ? '' : text)),
      ).not.toContain('southern')
    }
})

it('a dataset that a template brings into another applies its rule', async () => {
  const sql = `SELECT * FROM {{ dataset(${virtual}) }}`
  const { id } = await fixture.dataset({ table_name: 'brought', sql, columns, metrics })
  expect(await citiesOf(id, 'all')).toHaveLength(4)
  expect(await citiesOf(id, 'north')).toEqual(['northern A', 'northern B'])
  expect(await citiesOf(id, 'nobody')).toEqual([])
})

it('keeps the rule of a virtual dataset if a template brings the dataset into another', async () => {
  const plain = { columns: columns.slice(1, 3), metrics: [] }
  const values = "SELECT 'north' AS region, 'northern A' AS city UNION ALL SELECT 'south', 'southern A'"
  const own = await fixture.dataset({ table_name: 'values', sql: values, ...plain })
  const brought = `SELECT * FROM {{ dataset(${own.id}) }}`
  const { id } = await fixture.dataset({ table_name: 'reader of values', sql: brought, ...plain })
  expect(await citiesOf(id, 'north')).toEqual(['northern A', 'southern A'])
  const rule = { name: 'virtual', filter_type: 'Regular', clause: "region = 'north'", tables: [own.id] } as const
  await fixture.context.store.rowRules.create({ ...rule, roles: [roles['North'] ?? 0] }, null)
  expect(await citiesOf(id, 'north')).toEqual(['northern A'])
  expect(await citiesOf(id, 'all')).toEqual(['northern A', 'southern A'])
  const shown = await page(brought, 'north')
  const names = ['northern', 'southern'].filter((name) => shown.body.includes(name))
  expect([shown.statusCode, names]).toEqual([200, ['northern']])
})

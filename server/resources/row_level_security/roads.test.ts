import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInRoles } from '#core/access/built-in-roles.ts'
import type { ResultType } from '#core/query/query-object.ts'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { type DataWorld, openDataWorld } from '#testing/data-world.ts'

/** Rows of the south hold this word in every text; nobody of the north may ever see it. */
const SECRET = 'southern'

let world: DataWorld
let dataset: number
let virtual: number
let chart: number
let tokens: Record<'north' | 'all' | 'nobody', string>
const roles: Record<string, number> = {}

beforeAll(async () => {
  world = await openDataWorld(
    [
      'CREATE TABLE sales (ds TIMESTAMP, region VARCHAR, city VARCHAR, n INTEGER)',
      `INSERT INTO sales VALUES ('2024-01-01', 'north', 'northern A', 1), ('2024-02-01', 'north', 'northern B', 20),
        ('2024-01-01', 'south', 'southern A', 300), ('2024-02-01', 'south', 'southern B', 4000)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const { store } = world.context
  const reader = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  for (const name of ['North', 'All', 'Nobody']) {
    const { id } = await store.roles.create({ name }, null)
    await store.roles.setPairs(id, [...reader, ['all_datasource_access', 'all_datasource_access']])
    roles[name] = id
  }
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'region', type: 'VARCHAR' },
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  dataset = (await world.dataset({ table_name: 'sales', main_dttm_col: 'ds', columns, metrics })).id
  virtual = (await world.dataset({ table_name: 'v', sql: 'SELECT * FROM sales', columns, metrics })).id
  const rule = { filter_type: 'Regular', clause: "region = '{{ 'north' }}'", tables: [dataset, virtual] } as const
  await store.rowRules.create({ ...rule, name: 'north', roles: [roles['North'] ?? 0] }, null)
  await store.rowRules.create(
    {
      name: 'base',
      filter_type: 'Base',
      clause: '1 = 0',
      tables: [dataset, virtual],
      roles: [roles['North'] ?? 0, roles['All'] ?? 0],
    },
    null,
  )
  const saved = await store.charts.create(
    {
      slice_name: 'Cities',
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({ groupby: ['city'], metrics: ['total'], query_mode: 'aggregate' }),
      query_context: JSON.stringify(contextOf()),
    },
    null,
  )
  chart = saved.id
  tokens = {
    north: await world.token('north', 'North'),
    all: await world.token('all', 'All'),
    nobody: await world.token('nobody', 'Nobody'),
  }
})
afterAll(() => world.close())

const grouped = { columns: ['city'], metrics: ['total'], row_limit: 100 }
const contextOf = (more: object = {}, query: object = grouped) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [query],
  ...more,
})
const form = (more: object = {}) => ({
  viz_type: 'pie',
  datasource: `${dataset}__table`,
  groupby: ['city'],
  metric: 'total',
  ...more,
})
const argument = (value: object) => encodeURIComponent(JSON.stringify(value))

interface Call {
  readonly method?: 'GET' | 'POST'
  readonly url: () => string
  readonly body?: () => object | string
  readonly headers?: Record<string, string>
}
const post = (body: () => object, headers: Record<string, string> = {}): Call => ({
  method: 'POST',
  url: () => '/api/v1/chart/data',
  body,
  headers,
})
const get = (url: () => string): Call => ({ url })
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

const types: readonly ResultType[] = ['full', 'results', 'samples', 'drill_detail', 'post_processed']
const axis = { label: 'ds', sqlExpression: 'ds', columnType: 'BASE_AXIS', timeGrain: 'P1M' }
const compared = {
  columns: [axis, 'city'],
  metrics: ['total'],
  filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '2024-02-01 : 2024-03-01' }],
  time_offsets: ['1 month ago'],
}

/** Every road on which rows leave the server. */
const roads: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(types.map((type) => [`result type ${type}`, post(() => contextOf({ result_type: type }))])),
  ...Object.fromEntries(
    types.map((type) => [
      `result type ${type} of a query`,
      post(() => contextOf({}, { ...grouped, result_type: type })),
    ]),
  ),
  'raw rows': post(() => contextOf({}, { columns: ['region', 'city', 'n'] })),
  'a virtual dataset': post(() => contextOf({ datasource: { id: virtual, type: 'table' } })),
  'columns media type': post(() => contextOf(), { accept: COLUMNS_MEDIA_TYPE }),
  csv: post(() => contextOf({ result_format: 'csv' })),
  'several csv': post(() => ({ ...contextOf({ result_format: 'csv' }), queries: [grouped, grouped] })),
  xlsx: post(() => contextOf({ result_format: 'xlsx' })),
  'values of a filter': post(() =>
    contextOf({}, { columns: ['city'], metrics: [], apply_fetch_values_predicate: true, orderby: [['city', true]] }),
  ),
  'a series limit': post(() =>
    contextOf({}, { columns: ['city'], series_columns: ['city'], series_limit: 1, metrics: ['total'] }),
  ),
  'a time comparison': post(() => contextOf({}, compared)),
  'a form post': {
    method: 'POST',
    url: () => '/api/v1/chart/data',
    body: () => `form_data=${argument(contextOf())}`,
    headers: urlencoded,
  },
  batch: {
    method: 'POST',
    url: () => '/api/v1/chart/data/batch',
    body: () => ({ items: [{ id: 'a', query_context: contextOf() }] }),
  },
  'a saved chart': get(() => `/api/v1/chart/${chart}/data/`),
  'a saved chart as csv': get(() => `/api/v1/chart/${chart}/data/?format=csv`),
  'a saved chart as xlsx': get(() => `/api/v1/chart/${chart}/data/?format=xlsx`),
  samples: get(() => `/api/v1/dataset/${dataset}/samples?force=true`),
  'samples by page': {
    method: 'POST',
    url: () => `/datasource/samples?datasource_type=table&datasource_id=${dataset}`,
    body: () => ({ filters: [] }),
  },
  'values of a column': get(() => `/superset/filter/table/${dataset}/city/`),
  explore_json: get(() => `/superset/explore_json/?form_data=${argument(form())}`),
  'explore_json by POST': {
    method: 'POST',
    url: () => `/superset/explore_json/table/${dataset}/`,
    body: () => ({ form_data: form() }),
  },
  'explore_json as csv': get(() => `/superset/explore_json/?csv=true&form_data=${argument(form())}`),
  'explore_json samples': get(() => `/superset/explore_json/?samples=true&form_data=${argument(form())}`),
  'explore_json results': get(() => `/superset/explore_json/?results=true&form_data=${argument(form())}`),
  'a filter box': get(
    () =>
      `/superset/explore_json/?form_data=${argument(form({ viz_type: 'filter_box', filter_configs: [{ column: 'city', metric: 'total' }] }))}`,
  ),
  slice_json: get(() => `/superset/slice_json/${chart}`),
  'the query call': {
    method: 'POST',
    url: () => '/api/v1/query/',
    body: () => ({ query_context: JSON.stringify(contextOf()) }),
  },
}

/** The body as text, files unpacked. */
async function bodyOf({ method = 'GET', url, body, headers = {} }: Call, who: keyof typeof tokens): Promise<string> {
  const answer = await world.app.inject({
    method,
    url: url(),
    headers: { authorization: `Bearer ${tokens[who]}`, ...headers },
    ...(body ? { payload: body() } : {}),
  })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.payload]).toEqual([200, ''])
  const bytes = new Uint8Array(answer.rawPayload)
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? unzipped(bytes) : answer.payload
}

function unzipped(bytes: Uint8Array): string {
  const files = Object.values(unzipSync(bytes))
  return files.map((file) => new TextDecoder().decode(file)).join('\n')
}

/** The parts of a body that show data: statements name the rule's own words. */
const data = (body: string) => body.replace(/"query":"(?:[^"\\]|\\.)*"/g, '')

describe.each(Object.entries(roads))('%s', (_name, call) => {
  it('shows each user the rows of their rules, from the engine and from the cache', async () => {
    for (const round of ['made', 'kept']) {
      const all = data(await bodyOf(call, 'all'))
      expect([round, all.includes(SECRET)]).toEqual([round, true])
      const north = data(await bodyOf(call, 'north'))
      expect([north.includes(SECRET), north.includes('northern')]).toEqual([false, true])
      const nobody = data(await bodyOf(call, 'nobody'))
      expect([nobody.includes(SECRET), nobody.includes('northern')]).toEqual([false, false])
    }
  })
})

it('counts only the rows of the rules', async () => {
  const count = async (who: keyof typeof tokens) => {
    const rows = await bodyOf(
      post(() => contextOf({}, { columns: ['city'], is_rowcount: true })),
      who,
    )
    return JSON.parse(rows).result[0].data[0].rowcount
  }
  expect([await count('all'), await count('north'), await count('nobody')]).toEqual([4, 2, 0])
  const page = JSON.parse(await bodyOf(roads['samples by page'] as Call, 'north')).result
  expect([page.total_count, page.page, page.per_page, page.rowcount]).toEqual([2, 1, 1000, 2])
})

it('prints the rules into the statement it shows', async () => {
  const shown = JSON.parse(
    await bodyOf(
      post(() => contextOf({ result_type: 'query' })),
      'north',
    ),
  ).result[0].query
  expect(shown).toContain("(region = 'north'\n)")
})

it('ORs the rules of a group, ANDs groups, and lets no clause out of its parentheses', async () => {
  const { store } = world.context
  const { id: other } = await world.dataset({
    table_name: 'sales',
    columns: [{ column_name: 'city', type: 'VARCHAR' }],
  })
  const rule = (name: string, clause: string, group_key: string | null) =>
    store.rowRules.create(
      { name, clause, group_key, filter_type: 'Regular', tables: [other], roles: [roles['All'] ?? 0] },
      null,
    )
  const cities = async () => {
    const ask = post(() =>
      contextOf(
        { datasource: { id: other, type: 'table' } },
        { columns: ['city'], metrics: [], orderby: [['city', true]] },
      ),
    )
    const rows = JSON.parse(await bodyOf(ask, 'all')).result[0].data as { city: string }[]
    return rows.map(({ city }) => city)
  }
  await rule('g1', "city = 'northern A' -- of old", 'cities')
  await rule('g2', "city = 'southern A'", 'cities')
  expect(await cities()).toEqual(['northern A', 'southern A'])
  const big = await rule('g3', 'n >= 300', null)
  expect(await cities()).toEqual(['southern A'])
  await store.rowRules.update(big.id, { clause: 'n IN (SELECT MIN(n) FROM sales)' }, null)
  expect(await cities()).toEqual(['northern A'])
  await store.rowRules.update(big.id, { clause: '1 = 0) OR (1 = 1' }, null)
  const refused = await world.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${tokens.all}` },
    payload: contextOf({ datasource: { id: other, type: 'table' } }, { columns: ['city'], metrics: [] }),
  })
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'The row rule clause is not a single expression'])
  await store.rowRules.remove(big.id, null)
  expect(await cities()).toEqual(['northern A', 'southern A'])
})

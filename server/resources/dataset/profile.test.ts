import { afterAll, beforeAll, expect, it } from 'vitest'
import { profileQueries, type ProfiledColumn } from '#core/query/column-profile.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { replaceTable } from '#testing/duckdb-file.ts'

let fixture: TestApp
let admin: Client
let reader: Client
let dataset: number

const columns: readonly ProfiledColumn[] = [
  { column_name: 'region', type: 'VARCHAR', type_generic: 1, is_dttm: false },
  { column_name: 'price', type: 'INTEGER', type_generic: 0, is_dttm: false },
]

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  reader = await fixture.as('Gamma')
  const { store, chartData } = fixture.context
  const database = await fixture.database()
  const rows = "VALUES ('north', 5), ('north', NULL), ('south', 90), ('west', 1)"
  await replaceTable(chartData.sources, database, 'sales', `SELECT * FROM (${rows}) AS t(region, price)`)
  const parts = columns.map(({ column_name, type }) => ({ column_name, type: type ?? null }))
  dataset = (await fixture.dataset({ table_name: 'sales', columns: parts })).id
  const gamma = await store.roles.find({ col: 'name', op: 'eq', value: 'Gamma' })
  const role = gamma?.id as number
  const pair = [['datasource_access', `[${database.database_name}].[sales](id:${dataset})`]] as const
  await store.roles.addPairs(role, pair)
  const rule = {
    name: 'north',
    filter_type: 'Regular',
    tables: [dataset],
    roles: [role],
    clause: "region = 'north'",
  } as const
  await store.rowRules.create(rule, null)
})
afterAll(() => fixture.close())

it('profiles the rows that a row rule leaves to the user', async () => {
  const profile = async (client: Client) => {
    const queries = profileQueries(columns)
    const answer = await client.post('/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries })
    return [answer.statusCode, answer.json().result?.[0].data[0]]
  }
  expect(await profile(admin)).toEqual([
    200,
    {
      rows: 4,
      present_0: 4,
      distinct_0: 3,
      min_0: 'north',
      max_0: 'west',
      present_1: 3,
      distinct_1: 3,
      min_1: 1,
      max_1: 90,
    },
  ])
  expect(await profile(reader)).toEqual([
    200,
    {
      rows: 2,
      present_0: 2,
      distinct_0: 1,
      min_0: 'north',
      max_0: 'north',
      present_1: 1,
      distinct_1: 1,
      min_1: 5,
      max_1: 5,
    },
  ])
})

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { emptyDatabase } from '#testing/postgres.ts'

let server: Awaited<ReturnType<typeof emptyDatabase>>
let fixture: DataFixture
let database: number
let dataset: number

beforeAll(async () => {
  server = await emptyDatabase()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('CREATE TABLE sales AS SELECT 21 AS n')
  await client.query("CREATE TABLE vault AS SELECT 'SECRET'::text AS v")
  await client.query("CREATE FUNCTION leak() RETURNS SETOF vault LANGUAGE sql AS 'SELECT * FROM vault'")
  await client.query("CREATE FUNCTION twice(integer) RETURNS integer LANGUAGE sql AS 'SELECT 2 * $1'")
  await client.end()
  fixture = await openDataFixture([], Date.UTC(2024, 5, 15))
  const { store } = fixture.context
  const made = await store.databases.create(
    { database_name: 'server', backend: 'postgresql', sqlalchemy_uri: server.url },
    null,
  )
  database = made.id
  const columns = [{ column_name: 'n', type: 'INTEGER' }]
  dataset = (await store.datasets.create({ table_name: 'sales', columns, database_id: database }, null)).id
  const gamma = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  const { id } = await store.roles.create({ name: 'Viewer' }, null)
  await store.roles.setPairs(id, [...gamma, ['datasource_access', `[server].[sales](id:${dataset})`]])
}, 60_000)
afterAll(async () => {
  await fixture.close()
  await server.stop()
})

async function call(who: 'viewer' | 'admin', method: 'POST' | 'PUT', url: string, payload: object) {
  const token = await (who === 'admin' ? fixture.token('admin') : fixture.token('viewer', 'Viewer'))
  return fixture.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, payload })
}

async function ask(sqlExpression: string): Promise<string> {
  const metric = { expressionType: 'SQL', sqlExpression, label: 'x' }
  const answer = await call('viewer', 'POST', '/api/v1/chart/data', {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: [], metrics: [metric] }],
  })
  const body = answer.json()
  return answer.statusCode === 200
    ? `200 ${body.result[0].data[0].x}`
    : `${answer.statusCode} ${body.errors[0].message}`
}

const allow = (extra: object) => call('admin', 'PUT', `/api/v1/database/${database}`, { extra: JSON.stringify(extra) })

it('rejects a function that the database defines', async () => {
  for (const text of ['(leak()).v', 'MAX((public.leak()).v)', '(postgres.public.leak()).v'])
    expect(await ask(text)).toBe('403 This SQL may not call public.leak')
})

it('accepts a function while an administrator allows it', async () => {
  expect(await ask('twice(MAX(n))')).toBe('403 This SQL may not call public.twice')
  expect((await allow({ allowed_functions: ['public.twice'] })).statusCode).toBe(200)
  expect(await ask('twice(MAX(n))')).toBe('200 42')
  expect(await ask('(leak()).v')).toBe('403 This SQL may not call public.leak')
  expect((await allow({})).statusCode).toBe(200)
  expect(await ask('twice(MAX(n))')).toBe('403 This SQL may not call public.twice')
})

it.each([
  { allowed_functions: 'public.twice' },
  { allowed_functions: ['twice'] },
  { allowed_functions: ['*'] },
  { allowed_functions: [7] },
])('returns 400 for names in another form: %j', async (extra) => {
  const answer = await allow(extra)
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    { extra: ['allowed_functions has to be a list of names with their schemas, such as public.area or public.*'] },
  ])
})

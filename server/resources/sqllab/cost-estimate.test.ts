import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { emptyDatabase, type Postgres } from '#testing/postgres.ts'

let postgres: Pick<Postgres, 'url' | 'stop'>
let fixture: TestApp
let admin: Client
/** Databases of one PostgreSQL: with estimates, and without. */
let allowed: number
let closed: number

beforeAll(async () => {
  postgres = await emptyDatabase()
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const sqlalchemy_uri = postgres.url.replace(/^postgres:/, 'postgresql:')
  const values = { backend: 'postgresql', sqlalchemy_uri, expose_in_sqllab: true }
  const extra = '{"cost_estimate_enabled":true}'
  allowed = (await fixture.database({ ...values, database_name: 'Allowed', extra })).id
  closed = (await fixture.database({ ...values, database_name: 'Closed' })).id
})
afterAll(async () => {
  await fixture.close()
  await postgres.stop()
})

const estimate = (client: Client, database_id: number, sql: string) =>
  client.post('/api/v1/sqllab/estimate/', { database_id, sql })

it('returns the cost of each statement without running it', async () => {
  const answer = await estimate(admin, allowed, 'SELECT 1; SELECT * FROM generate_series(1, {{ 5 * 2 }})')
  expect(answer.statusCode).toBe(200)
  // A constant costs one cpu_tuple_cost (0.01), as does each row of a function.
  expect(answer.json().result).toEqual([
    { 'Total cost': '0.01', Rows: '1' },
    { 'Total cost': '0.1', Rows: '10' },
  ])
  const macro = { database_id: allowed, sql: 'SELECT * FROM generate_series(1, {{ n }})', templateParams: '{"n":20}' }
  const given = await admin.post('/api/v1/sqllab/estimate/', macro)
  expect(given.json().result).toEqual([{ 'Total cost': '0.2', Rows: '20' }])
  const older = await admin.post(`/superset/estimate_query_cost/${allowed}/public/`, 'sql=SELECT+1', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([older.statusCode, older.json()]).toEqual([200, [{ 'Total cost': '0.01', Rows: '1' }]])
})

it('the estimate is offered if the settings of the database allow it', async () => {
  const offered = async (id: number) => (await admin.get(`/api/v1/database/${id}`)).json().result.allows_cost_estimate
  expect([await offered(allowed), await offered(closed)]).toEqual([true, false])
  const answer = await estimate(admin, closed, 'SELECT 1')
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([400, 'The database has no cost estimate'])
})

it.each([
  ['DROP TABLE t', 403, 'DML_NOT_ALLOWED_ERROR'],
  ['SELECT * FROM missing', 400, 'GENERIC_DB_ENGINE_ERROR'],
])('rejects SQL that may not run: %s', async (sql, status, type) => {
  const answer = await estimate(admin, allowed, sql)
  expect([answer.statusCode, answer.json().errors?.[0]?.error_type]).toEqual([status, type])
})

it('needs the permission to run SQL, and is hidden from users with a row-level security rule', async () => {
  expect((await estimate(await fixture.as('Gamma'), allowed, 'SELECT 1')).statusCode).toBe(403)
  const { store } = fixture.context
  const values = { database_id: allowed, table_name: 'sales', schema: 'public' }
  const dataset = await store.datasets.create(values, null)
  const role = await store.roles.byName('Admin')
  const rule = { name: 'own', clause: 'true', tables: [dataset.id], roles: [role?.id as number] }
  await store.rowRules.create({ ...rule, filter_type: 'Regular' }, null)
  const answer = await estimate(admin, allowed, 'SELECT 1')
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
    403,
    'The query plan is hidden because row-level security applies to you on: sales',
  ])
})

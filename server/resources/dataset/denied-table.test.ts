import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { type Postgres, startPostgres } from '#testing/postgres.ts'

let postgres: Postgres
let superuser: pg.Client
let fixture: TestApp
let admin: Client
let database: number

beforeAll(async () => {
  postgres = await startPostgres()
  superuser = new pg.Client({ connectionString: postgres.url })
  await superuser.connect()
  await superuser.query(`CREATE ROLE reader LOGIN;
    CREATE TABLE salaries (name text, amount int);
    CREATE TABLE staff (name text, phone text);
    GRANT SELECT (name) ON staff TO reader;
    CREATE TABLE teams (name text);
    GRANT SELECT ON teams TO reader`)
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const uri = new URL(postgres.url)
  uri.protocol = 'postgresql:'
  uri.username = 'reader'
  const values = { backend: 'postgresql', sqlalchemy_uri: uri.href, database_name: 'Staff' }
  database = (await fixture.database(values)).id
})
afterAll(async () => {
  await superuser.end()
  await fixture.close()
  await postgres.stop()
})

const message = (table: string) => `The user of the database connection may not read the table "${table}"`
const create = (table_name: string) => admin.post('/api/v1/dataset/', { database, schema: 'public', table_name })

it('a table that the connection may not read is no dataset, and the error names it', async () => {
  const denied = await create('salaries')
  expect([denied.statusCode, denied.json().errors[0].message]).toEqual([400, message('public.salaries')])
  expect((await admin.get('/api/v1/dataset/')).json().count).toBe(0)
})

it('a table of which one column may be read is a dataset', async () => {
  expect((await create('staff')).statusCode).toBe(201)
})

it('a refresh reports that the right was withdrawn, and changes nothing', async () => {
  const { id } = (await create('teams')).json()
  await superuser.query('ALTER TABLE teams ADD COLUMN lead text; REVOKE SELECT ON teams FROM reader')
  const denied = await admin.put(`/api/v1/dataset/${id}/refresh`)
  expect([denied.statusCode, denied.json().errors[0].message]).toEqual([400, message('public.teams')])
  expect((await admin.get(`/api/v1/dataset/${id}`)).json().result.columns).toHaveLength(1)
  await superuser.query('GRANT SELECT ON teams TO reader')
  expect((await admin.put(`/api/v1/dataset/${id}/refresh`)).statusCode).toBe(200)
  expect((await admin.get(`/api/v1/dataset/${id}`)).json().result.columns).toHaveLength(2)
})

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { postFile } from '#testing/csv-upload.ts'
import { emptyDatabase, type Postgres } from '#testing/postgres.ts'
import { migratedDatabase } from '#testing/store-template.ts'

let postgres: Pick<Postgres, 'url' | 'stop'>
/** The metadata store. */
let store: Pick<Postgres, 'url' | 'stop'>
let remote: pg.Client
let fixture: TestApp
let admin: Client
let database: number

beforeAll(async () => {
  postgres = await emptyDatabase()
  remote = new pg.Client({ connectionString: postgres.url })
  await remote.connect()
  store = await migratedDatabase()
  fixture = await makeTestApp({ location: { url: store.url } })
  admin = await fixture.as('Admin')
  const sqlalchemy_uri = postgres.url.replace(/^postgres:/, 'postgresql:')
  const values = { backend: 'postgresql', sqlalchemy_uri, allow_file_upload: true, database_name: 'Remote' }
  database = (await fixture.database(values)).id
})
afterAll(async () => {
  await fixture.close()
  await remote.end()
  await postgres.stop()
  await store.stop()
})

async function uploaded(table: string, into = database): Promise<number> {
  const file = { filename: `${table}.csv`, bytes: 'region,price\nnorth,5\nsouth,7\n' }
  const answer = await postFile(admin, `/api/v1/database/${into}/csv_upload/`, file, { table_name: table })
  expect(answer.statusCode).toBe(201)
  return answer.json().dataset_id
}

const replace = (dataset: number, into = database) =>
  postFile(
    admin,
    `/api/v1/database/${into}/replace_data/`,
    { filename: 'next.csv', bytes: 'region,price\neast,1\n' },
    { dataset_id: String(dataset) },
  )

const rows = async (table: string) => (await remote.query(`SELECT * FROM ${table} ORDER BY price`)).rows
const undo = (dataset: number, into = database) =>
  admin.post(`/api/v1/database/${into}/undo_replace_data/`, { dataset_id: dataset })
const tablesOf = async (prefix: string) =>
  (await remote.query('SELECT relname FROM pg_class WHERE relkind = $1 AND relname LIKE $2', ['r', `${prefix}%`])).rows
    .length

it('replaces the rows of a table of PostgreSQL by a file, and restores them', async () => {
  const dataset = await uploaded('orders')
  expect((await replace(dataset)).statusCode).toBe(201)
  expect(await rows('orders')).toEqual([{ region: 'east', price: '1' }])
  expect((await undo(dataset)).statusCode).toBe(200)
  expect(await rows('orders')).toEqual([
    { region: 'north', price: '5' },
    { region: 'south', price: '7' },
  ])
  expect(await tablesOf('orders')).toBe(1)
})

it('replaces the rows of a table in a local file, and restores them, with a metadata store of PostgreSQL', async () => {
  const values = { database_name: 'Local', sqlalchemy_uri: 'duckdb:///local.duckdb', allow_file_upload: true }
  const { id: local } = await fixture.database(values)
  const dataset = await uploaded('visits', local)
  const regions = async () => {
    const queries = [{ columns: ['region'], metrics: [], orderby: [['region', true]], row_limit: 10 }]
    const answer = await admin.post('/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries })
    return answer.json().result[0].data
  }
  const replaced = await replace(dataset, local)
  expect(replaced.statusCode, replaced.body).toBe(201)
  expect(await regions()).toEqual([{ region: 'east' }])
  expect((await undo(dataset, local)).statusCode).toBe(200)
  expect(await regions()).toEqual([{ region: 'north' }, { region: 'south' }])
})

it.each([
  ['a view', 'CREATE VIEW {}_view AS SELECT * FROM {}'],
  ['a foreign key', 'ALTER TABLE {} ADD UNIQUE (region); CREATE TABLE of_{} (region text REFERENCES {} (region))'],
  ['row security', 'ALTER TABLE {} ENABLE ROW LEVEL SECURITY'],
])('returns an error when %s depends on the table to replace, and changes nothing', async (name, sql) => {
  const table = `kept_by_${name.replaceAll(' ', '_')}`
  const dataset = await uploaded(table)
  await remote.query(sql.replaceAll('{}', table))
  const answer = await replace(dataset)
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['x-facet-error']).toBe('upload-table-replace')
  expect(await rows(table)).toHaveLength(2)
  expect(await tablesOf(table)).toBe(1)
})

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { postFile } from '#testing/csv-upload.ts'
import { emptyDatabase, type Postgres } from '#testing/postgres.ts'

let postgres: Pick<Postgres, 'url' | 'stop'>
let remote: pg.Client
let fixture: TestApp
let admin: Client
let database: number

beforeAll(async () => {
  postgres = await emptyDatabase()
  remote = new pg.Client({ connectionString: postgres.url })
  await remote.connect()
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const sqlalchemy_uri = postgres.url.replace(/^postgres:/, 'postgresql:')
  const values = { backend: 'postgresql', sqlalchemy_uri, allow_file_upload: true, database_name: 'Remote' }
  database = (await fixture.database(values)).id
})
afterAll(async () => {
  await fixture.close()
  await remote.end()
  await postgres.stop()
})

async function uploaded(table: string): Promise<number> {
  const file = { filename: `${table}.csv`, bytes: 'region,price\nnorth,5\nsouth,7\n' }
  const answer = await postFile(admin, `/api/v1/database/${database}/csv_upload/`, file, { table_name: table })
  expect(answer.statusCode).toBe(201)
  return answer.json().dataset_id
}

const replace = (dataset: number) =>
  postFile(
    admin,
    `/api/v1/database/${database}/replace_data/`,
    { filename: 'next.csv', bytes: 'region,price\neast,1\n' },
    { dataset_id: String(dataset) },
  )

const rows = async (table: string) => (await remote.query(`SELECT * FROM ${table} ORDER BY price`)).rows
const tablesOf = async (prefix: string) =>
  (await remote.query('SELECT relname FROM pg_class WHERE relkind = $1 AND relname LIKE $2', ['r', `${prefix}%`])).rows
    .length

it('replaces the rows of a table of PostgreSQL by a file, and restores them', async () => {
  const dataset = await uploaded('orders')
  expect((await replace(dataset)).statusCode).toBe(201)
  expect(await rows('orders')).toEqual([{ region: 'east', price: '1' }])
  const undo = await admin.post(`/api/v1/database/${database}/undo_replace_data/`, { dataset_id: dataset })
  expect(undo.statusCode).toBe(200)
  expect(await rows('orders')).toEqual([
    { region: 'north', price: '5' },
    { region: 'south', price: '7' },
  ])
  expect(await tablesOf('orders')).toBe(1)
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

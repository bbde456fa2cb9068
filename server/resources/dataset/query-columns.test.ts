import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let world: TestApp
let admin: Client
let database: number
beforeAll(async () => {
  world = await makeTestApp()
  admin = await world.as('Admin')
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await world.database(made)).id
  await uploadCsv(admin, database, 'id,stage\n1,new\n2,done\n', { table_name: 'steps' })
})
afterAll(() => world.close())

const create = (table_name: string, sql: string) => admin.post('/api/v1/dataset/', { database, table_name, sql })
const ask = async (id: number, filters: readonly object[] = []) => {
  const queries = [{ columns: ['id'], filters, orderby: [['id', true]] }]
  const answer = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
  return answer.json().result?.[0] ?? answer.json()
}

describe('the SQL of a dataset', () => {
  it.each([
    'SELECT id FROM steps ; -- done',
    'SELECT id FROM steps ; /* x; y */',
    'SELECT id FROM steps;; -- a;b\n;',
    "SELECT id, ';' AS s FROM steps -- why; not",
  ])('ends where its statement ends: %s', async (sql) => {
    const made = await create(`ended ${sql.length}`, sql)
    expect(made.statusCode).toBe(201)
    expect((await ask(made.json().id)).data).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('is rejected when two of its columns have one name, with both positions', async () => {
    const message = 'Columns 1 and 3 of the query have the same name: X'
    const made = await create('twice', 'SELECT id AS x, stage, id + 1 AS X FROM steps')
    expect([made.statusCode, JSON.stringify(made.json())]).toEqual([400, expect.stringContaining(message)])
    const { id } = (await create('once', 'SELECT id AS x, stage FROM steps')).json()
    const sql = 'SELECT id AS x, stage, id + 1 AS X FROM steps'
    const changed = await admin.put(`/api/v1/dataset/${id}`, { sql })
    expect([changed.statusCode, JSON.stringify(changed.json())]).toEqual([400, expect.stringContaining(message)])
  })
})

it('a text on a numeric column is reported and does not find the rows without a value', async () => {
  const { id } = (await create('numbers', 'SELECT id, CASE WHEN id = 1 THEN id END AS n FROM steps')).json()
  const answer = await ask(id, [{ col: 'n', op: 'IN', val: ['new'] }])
  expect(answer.data).toEqual([{ id: 1 }, { id: 2 }])
  expect(answer.rejected_filters).toEqual([{ column: 'n', reason: 'value_not_a_number' }])
  expect(answer.applied_filters).toEqual([])
})

it('an enumeration is text, whatever its type is called', async () => {
  const sql = "SELECT id, CAST(stage AS ENUM('new', 'done', 'interview')) AS stage FROM steps"
  const { id } = (await create('stages', sql)).json()
  const { columns } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  expect(columns.map((column: { type_generic: number }) => column.type_generic)).toEqual([0, 1])
  expect(columns[0]).not.toHaveProperty('logical_type')
  expect((await ask(id, [{ col: 'stage', op: 'IN', val: ['new'] }])).data).toEqual([{ id: 1 }])
})

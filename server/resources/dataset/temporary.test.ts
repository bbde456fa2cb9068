import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeTemporaryDatasets, TEMPORARY_DATASET_MS } from '#server/dataset/temporary-datasets.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
let admin: Client
let alpha: Client
let database: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  alpha = await fixture.as('Alpha')
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await fixture.database(made)).id
  await uploadCsv(admin, database, 'id,stage\n1,new\n2,done\n3,new\n', { table_name: 'steps' })
})
afterAll(() => fixture.close())

const SQL = 'SELECT id, stage FROM steps'
const create = async (client: Client, table_name: string, more: object = {}) =>
  client.post('/api/v1/dataset/', { database, table_name, sql: SQL, is_temporary: true, ...more })
const listed = async (client: Client) =>
  (await client.get('/api/v1/dataset/')).json().result.map((row: { table_name: string }) => row.table_name)
const rows = async (client: Client, id: number) => {
  const queries = [{ columns: ['id'], orderby: [['id', true]] }]
  const answer = await client.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
  return answer.statusCode === 200 ? answer.json().result[0].data : answer.statusCode
}

it('a temporary dataset is read by its creator, and neither listed nor open to others', async () => {
  const before = await listed(alpha)
  const made = await create(alpha, 'temporary 1')
  expect(made.statusCode).toBe(201)
  const { id } = made.json()
  expect(await listed(alpha)).toEqual(before)
  expect(await rows(alpha, id)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect((await alpha.get(`/api/v1/dataset/${id}`)).json().result.expires_on).toBe(
    fixture.context.now() + TEMPORARY_DATASET_MS,
  )
  expect((await alpha.get(`/api/v1/explore/?datasource_id=${id}`)).statusCode).toBe(200)
  // An administrator may read every database, but not what a user has not saved.
  expect((await admin.get(`/api/v1/dataset/${id}`)).statusCode).toBe(404)
  expect((await admin.get(`/api/v1/explore/?datasource_id=${id}`)).statusCode).toBe(403)
  expect(await rows(admin, id)).toBe(403)
  const chart = { slice_name: 'Steps', viz_type: 'table', datasource_id: id, datasource_type: 'table', params: '{}' }
  expect((await admin.post('/api/v1/chart/', chart)).statusCode).toBe(403)
  const { result } = (await admin.get('/api/v1/rowlevelsecurity/related/tables')).json()
  expect(result.map((row: { value: number }) => row.value)).not.toContain(id)
})

it('a chart that is saved on it saves the dataset, and expiry deletes only the others', async () => {
  const { id } = (await create(alpha, 'temporary 2')).json()
  const other = (await create(alpha, 'temporary 3')).json().id
  const chart = { slice_name: 'Steps', viz_type: 'table', datasource_id: id, datasource_type: 'table', params: '{}' }
  expect((await alpha.post('/api/v1/chart/', chart)).statusCode).toBe(201)
  expect(await listed(alpha)).toContain('temporary 2')
  const { store, now } = fixture.context
  await purgeTemporaryDatasets(store, now() + TEMPORARY_DATASET_MS)
  expect(await rows(alpha, other)).toHaveLength(3)
  await purgeTemporaryDatasets(store, now() + TEMPORARY_DATASET_MS + 1)
  expect(await rows(alpha, other)).toBe(404)
  expect(await store.datasets.get(other, { deleted: true })).toBeUndefined()
  expect(await rows(alpha, id)).toHaveLength(3)
})

it('a change by its owner saves it, and only SQL can be temporary', async () => {
  const { id } = (await create(alpha, 'temporary 4')).json()
  expect((await alpha.put(`/api/v1/dataset/${id}`, { table_name: 'Steps of today' })).statusCode).toBe(200)
  expect(await listed(admin)).toContain('Steps of today')
  const table = await create(alpha, 'steps', { sql: null })
  expect([table.statusCode, table.json().message]).toEqual([
    422,
    { is_temporary: ['Only a dataset with SQL can be temporary'] },
  ])
})

it('a row-level security rule of the table narrows its rows', async () => {
  const table = (await admin.get('/api/v1/dataset/'))
    .json()
    .result.find((row: { table_name: string }) => row.table_name === 'steps')
  const role = (await admin.get('/api/v1/security/roles/'))
    .json()
    .result.find((row: { name: string }) => row.name === 'Alpha')
  const rule = {
    name: 'new only',
    filter_type: 'Regular',
    tables: [table.id],
    roles: [role.id],
    clause: "stage = 'new'",
  }
  expect((await admin.post('/api/v1/rowlevelsecurity/', rule)).statusCode).toBe(201)
  const { id } = (await create(alpha, 'temporary 5')).json()
  expect(await rows(alpha, id)).toEqual([{ id: 1 }, { id: 3 }])
})

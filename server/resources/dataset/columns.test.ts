import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
let admin: Client
let database: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await fixture.database(made)).id
  await uploadCsv(admin, database, 'dep_delay,delay_code,origin\n1,a,JFK\n', { table_name: 'flights' })
  await uploadCsv(admin, database, 'delay\n1\n', { table_name: 'trains' })
})
afterAll(() => fixture.close())

const find = async (client: Client, q: string) => {
  const answer = await client.get(`/api/v1/dataset/columns/?q=${q}`)
  if (answer.statusCode !== 200) return answer.statusCode
  const { result } = answer.json<{ result: readonly { dataset_name: string; column_name: string }[] }>()
  return result.map(({ dataset_name, column_name }) => `${dataset_name}.${column_name}`)
}

it('finds columns by a part of their name or label in any case, the shortest names first', async () => {
  expect(await find(admin, '(filter:DELAY)')).toEqual(['trains.delay', 'flights.dep_delay', 'flights.delay_code'])
  expect(await find(admin, '(filter:delay,page_size:1)')).toEqual(['trains.delay'])
  expect(await find(admin, "(filter:'%')")).toEqual([])
  expect(await find(admin, "(filter:' ')")).toEqual([])
  // One character is too short to search.
  expect(await find(admin, '(filter:d)')).toEqual([])
  expect(await find(admin, '(filter:de)')).toContain('trains.delay')
  const { id, columns } = (await admin.get('/api/v1/dataset/1')).json().result
  const labeled = columns.map(({ id: column, column_name }: { id: number; column_name: string }) => ({
    id: column,
    column_name,
    ...(column_name === 'origin' ? { verbose_name: 'Start airport' } : {}),
  }))
  await admin.put(`/api/v1/dataset/${id}`, { columns: labeled })
  expect(await find(admin, '(filter:airport)')).toEqual(['flights.origin'])
})

it('finds no columns of datasets that the caller may not list', async () => {
  expect(await find(await fixture.as('Gamma'), '(filter:delay)')).toEqual([])
  const sql = { database, table_name: 'unsaved', sql: 'SELECT 1 AS hidden_one', is_temporary: true }
  await admin.post('/api/v1/dataset/', sql)
  expect(await find(admin, '(filter:hidden)')).toEqual([])
  const { result } = (await admin.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:trains)))')).json()
  await admin.delete(`/api/v1/dataset/${result[0].id}`)
  expect(await find(admin, '(filter:delay)')).not.toContain('trains.delay')
})

import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const URL = '/api/v1/saved_query/'
const made = async (body: object) => (await admin.post(URL, body)).json().id as number

it('a saved query is created, listed with its database, found by its texts, changed and deleted', async () => {
  const { id: db_id, database_name } = await fixture.database({ database_name: 'Warehouse of queries' })
  const tag = (await admin.post('/api/v1/tag/', { name: 'weekly report' })).json().id as number
  const body = { label: 'Late flights', sql: 'SELECT 1', schema: 'main', db_id, description: 'In June' }
  const id = await made({ ...body, tags: [tag] })
  const listed = async (value: string) => {
    const q = `(filters:!((col:label,opr:all_text,value:${value})))`
    return (await admin.get(`${URL}?q=${q}`)).json().result as { id: number }[]
  }
  for (const value of ['late', 'select', 'june', 'warehouse', 'weekly'])
    expect((await listed(value)).map((row) => row.id)).toEqual([id])
  expect(await listed('nothing')).toEqual([])
  expect((await listed('late'))[0]).toMatchObject({
    label: 'Late flights',
    db_id,
    database: { id: db_id, database_name },
    schema: 'main',
    rows: null,
  })
  expect((await admin.get(`${URL}distinct/schema`)).json().result).toEqual([{ text: 'main', value: 'main' }])
  await admin.put(`${URL}${id}`, { label: 'Later flights' })
  expect((await admin.get(`${URL}${id}`)).json().result.label).toBe('Later flights')
  expect((await admin.delete(`${URL}?q=!(${id})`)).json()).toEqual({ message: 'Deleted 1 saved query' })
  expect((await admin.get(`${URL}${id}`)).statusCode).toBe(404)
})

it('a saved query is visible to its owner only, not even to administrators', async () => {
  const id = await made({ label: 'Mine', sql: 'SELECT 2' })
  const root = await fixture.user('other', ['Admin'])
  const other = await fixture.signedIn(root)
  expect((await other.get(URL)).json().count).toBe(0)
  for (const answer of [await other.get(`${URL}${id}`), await other.put(`${URL}${id}`, { label: 'Taken' })])
    expect(answer.statusCode).toBe(404)
  expect((await other.get(`${URL}export/?q=!(${id})`)).statusCode).toBe(404)
  expect((await (await fixture.as('Gamma')).get(URL)).statusCode).toBe(403)
})

it('returns 422 for a database that does not exist', async () => {
  const answer = await admin.post(URL, { label: 'Lost', db_id: 999_999 })
  expect([answer.statusCode, answer.json().message]).toEqual([422, { db_id: ['Database does not exist'] }])
})

it('a saved query is exported in a folder of its database and schema, and imported again', async () => {
  const { id: db_id, uuid } = await fixture.database({ database_name: 'Bundle of queries' })
  const id = await made({ label: 'All: of it', sql: 'SELECT 3', schema: 'main', db_id })
  const answer = await admin.get(`${URL}export/?q=!(${id})`)
  expect(answer.headers['content-disposition']).toMatch(/filename=saved_query_export_/)
  const files = Object.fromEntries(
    Object.entries(unzipSync(answer.rawPayload)).map(([path, bytes]) => [
      path.replace(/^[^/]*\//, ''),
      strFromU8(bytes),
    ]),
  )
  const path = 'queries/Bundle_of_queries/main/All_of_it.yaml'
  expect(Object.keys(files)).toEqual(['metadata.yaml', path, 'databases/Bundle_of_queries.yaml'])
  expect(parse(files['metadata.yaml'] as string).type).toBe('SavedQuery')
  const said = parse(files[path] as string)
  expect(Object.entries(said)).toEqual([
    ['schema', 'main'],
    ['label', 'All: of it'],
    ['description', null],
    ['sql', 'SELECT 3'],
    ['uuid', said.uuid],
    ['version', '1.0.0'],
    ['database_uuid', uuid],
  ])
  const again = await upload(admin, 'saved_query', zip(files))
  expect([again.statusCode, again.json().errors[0].extra[path]]).toEqual([
    422,
    'Saved Query already exists and `overwrite=true` was not passed',
  ])
  await admin.put(`${URL}${id}`, { sql: 'SELECT 4' })
  expect((await upload(admin, 'saved_query', zip(files), { overwrite: 'true' })).json()).toEqual({ message: 'OK' })
  expect((await admin.get(`${URL}${id}`)).json().result.sql).toBe('SELECT 3')
  expect((await admin.get(`${URL}export/?q=!(${id})`)).rawPayload.equals(answer.rawPayload)).toBe(true)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let folder: string
let file: string
let listed: TestApp
let unlisted: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-sqlite-'))
  file = join(folder, 'sales.sqlite')
  const database = new DatabaseSync(file)
  database.exec("CREATE TABLE sales (day DATE, city TEXT); INSERT INTO sales VALUES ('2024-01-31', 'Oslo')")
  database.close()
  listed = await makeTestApp({ environment: { FACET_DATA_DIRS: folder } })
  unlisted = await makeTestApp()
})
afterAll(async () => {
  await listed.close()
  await unlisted.close()
  rmSync(folder, { recursive: true, force: true })
})

const create = (client: Client, sqlalchemy_uri: string) =>
  client.post('/api/v1/database/', { database_name: sqlalchemy_uri, sqlalchemy_uri })

it('connects a file of a listed directory, by its URI and by the form', async () => {
  const admin = await listed.as('Admin')
  const created = await create(admin, `sqlite:///${file}`)
  expect([created.statusCode, created.json().result]).toMatchObject([201, { sqlalchemy_uri: `sqlite:///${file}` }])
  const { id } = created.json()
  const tables = await admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`)
  expect(tables.json().result.map(({ value }: { value: string }) => value)).toEqual(['sales'])
  const form = { engine: 'sqlite', configuration_method: 'dynamic_form', parameters: { file } }
  expect((await admin.post('/api/v1/database/validate_parameters/', form)).statusCode).toBe(200)
})

it('rejects files of other directories, and names the setting', async () => {
  const admin = await listed.as('Admin')
  const outside = await create(admin, `sqlite:///${join(listed.home, 'facet.db')}`)
  expect([outside.statusCode, outside.body]).toEqual([422, expect.stringContaining('FACET_DATA_DIRS')])
  const none = await create(await unlisted.as('Admin'), `sqlite:///${file}`)
  expect([none.statusCode, none.body]).toEqual([422, expect.stringContaining('FACET_DATA_DIRS')])
})

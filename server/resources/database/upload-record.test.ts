import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
let id: number
let author: Client
let rival: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  const uri = 'duckdb:///records.duckdb'
  id = (await fixture.database({ database_name: 'Records', sqlalchemy_uri: uri, allow_file_upload: true })).id
  author = await fixture.signedIn(await fixture.user('author', ['Alpha', 'Gamma']))
  rival = await fixture.signedIn(await fixture.user('rival', ['Alpha', 'Gamma']))
})
afterAll(() => fixture.close())

const upload = async (client: Client, text: string, fields: Record<string, string>) => {
  const { statusCode, headers } = await uploadCsv(client, id, text, fields)
  return [statusCode, headers['x-facet-error']]
}
const records = () => fixture.context.store.createdTables.ofDatabase(id)

it('a table whose dataset could not be stored may be loaded again by its author only', async () => {
  const fields = { table_name: 'sales', already_exists: 'replace' }
  vi.spyOn(fixture.context.store.datasets, 'create').mockRejectedValueOnce(new Error('The store has ended'))
  expect((await upload(author, 'n\n1\n', fields))[0]).toBe(500)
  expect(await upload(rival, 'n\n2\n', fields)).toEqual([403, 'upload-table-owner'])
  expect(await upload(author, 'n\n3\n', fields)).toEqual([201, undefined])
  expect(await upload(rival, 'n\n4\n', fields)).toEqual([403, 'upload-table-foreign'])
  expect((await records()).map(({ name }) => name)).toEqual([])
})

it('an upload that fails, or creates no table, leaves no record', async () => {
  expect((await upload(author, '', { table_name: 'empty' }))[0]).toBe(422)
  expect(await upload(rival, 'n\n1\n', { table_name: 'sales' })).toEqual([422, 'upload-table-exists'])
  expect(await records()).toEqual([])
})

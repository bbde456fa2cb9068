import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

const LINK = 'javascript:alert(1)'
const REFUSED = ['Must be an http or https address, or a path that begins with /.']
const UUID = '20000000-0000-4000-8000-000000000009'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const makers: Readonly<Record<string, () => Promise<{ readonly id: number }>>> = {
  chart: () => fixture.chart(),
  dashboard: () => fixture.dashboard(),
  dataset: () => fixture.dataset(),
  database: () => fixture.database(),
}
const creations: Readonly<Record<string, object>> = {
  chart: { slice_name: 'x', datasource_id: 1, datasource_type: 'table' },
  dashboard: { dashboard_title: 'x' },
  dataset: { database: 1, table_name: 'x' },
  database: { database_name: 'x', sqlalchemy_uri: 'duckdb:///x.duckdb' },
}
const named = (field: string) => ({ message: { [field]: REFUSED } })

describe.each(Object.keys(makers))('a %s', (name) => {
  const fields = name === 'dataset' ? ['external_url', 'default_endpoint'] : ['external_url']

  it('accepts only web URLs and paths as links', async () => {
    const { id } = await (makers[name] as () => Promise<{ readonly id: number }>)()
    for (const field of fields) {
      const refused = await admin.put(`/api/v1/${name}/${id}`, { [field]: LINK })
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject(named(field))
      for (const link of ['https://example.org/x', '/superset/welcome/', '', null])
        expect((await admin.put(`/api/v1/${name}/${id}`, { [field]: link })).statusCode).toBe(200)
    }
    const made = await admin.post(`/api/v1/${name}/`, { ...creations[name], external_url: LINK })
    expect([400, 422]).toContain(made.statusCode)
    expect(made.json()).toMatchObject(named('external_url'))
  })
})

it('a dataset saved by its legacy URL accepts only web URLs and paths', async () => {
  const { id } = await fixture.dataset()
  const payload = new URLSearchParams({ data: JSON.stringify({ id, default_endpoint: LINK }) }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await admin.post('/datasource/save/', payload, { headers })
  expect([answer.statusCode, answer.json()]).toMatchObject([400, named('default_endpoint')])
})

const files: Readonly<Record<string, readonly [string, string, string]>> = {
  database: ['Database', 'databases/it.yaml', 'database_name: x\nsqlalchemy_uri: duckdb:///x.duckdb'],
  dataset: ['SqlaTable', 'datasets/it.yaml', `table_name: x\ndatabase_uuid: ${UUID}`],
  chart: ['Slice', 'charts/it.yaml', `slice_name: x\nviz_type: table\ndataset_uuid: ${UUID}`],
  dashboard: ['Dashboard', 'dashboards/it.yaml', 'dashboard_title: x'],
}

it.each(Object.entries(files))('rejects a bundle with an invalid link of a %s', async (name, [type, path, text]) => {
  for (const field of name === 'dataset' ? ['external_url', 'default_endpoint'] : ['external_url']) {
    const bundle = zip({
      'metadata.yaml': `version: 1.0.0\ntype: ${type}\n`,
      [path]: `uuid: ${UUID}\nversion: 1.0.0\n${text}\n${field}: "${LINK}"\n`,
    })
    const answer = await upload(admin, name, bundle)
    expect([answer.statusCode, answer.json().errors[0].extra[path]]).toEqual([422, { [field]: REFUSED }])
  }
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let folder: string
let listed: TestApp
let unlisted: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-datafiles-'))
  mkdirSync(join(folder, 'year=2024'))
  writeFileSync(join(folder, 'sales.csv'), 'city,amount\nOslo,1\nRome,20\nOslo,300\n')
  writeFileSync(join(folder, 'year=2024', 'a.json'), '[{"n": 1}]')
  listed = await makeTestApp({ environment: { FACET_DATA_DIRS: folder } })
  unlisted = await makeTestApp()
})
afterAll(async () => {
  await listed.close()
  await unlisted.close()
  rmSync(folder, { recursive: true, force: true })
})

const create = (client: Client, sqlalchemy_uri: string) =>
  client.post('/api/v1/database/', { database_name: sqlalchemy_uri, sqlalchemy_uri, expose_in_sqllab: true })

it('connects a folder by its URI and by the form, and queries it as a dataset and in the SQL editor', async () => {
  const admin = await listed.as('Admin')
  const created = await create(admin, `datafiles:///${folder}`)
  expect([created.statusCode, created.json().result]).toMatchObject([201, { sqlalchemy_uri: `datafiles:///${folder}` }])
  const { id } = created.json()
  const tables = await admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`)
  expect(tables.json().result.map(({ value }: { value: string }) => value)).toContain('sales')
  const form = { engine: 'datafiles', configuration_method: 'dynamic_form', parameters: { path: folder } }
  expect((await admin.post('/api/v1/database/validate_parameters/', form)).statusCode).toBe(200)
  const tested = await admin.post('/api/v1/database/test_connection', { sqlalchemy_uri: `datafiles:///${folder}` })
  expect(tested.statusCode).toBe(200)

  const dataset = await admin.post('/api/v1/dataset/', { database: id, schema: 'main', table_name: 'sales' })
  expect(dataset.statusCode).toBe(201)
  const queried = await admin.post('/api/v1/chart/data', {
    datasource: { id: dataset.json().id, type: 'table' },
    queries: [
      {
        columns: ['city'],
        metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'total' }],
        orderby: [['city', true]],
      },
    ],
  })
  expect(queried.json().result?.[0]?.data).toEqual([
    { city: 'Oslo', total: 301 },
    { city: 'Rome', total: 20 },
  ])
  const file = await admin.post('/api/v1/dataset/', {
    database: id,
    schema: 'main',
    table_name: join(folder, 'sales.csv'),
  })
  expect(file.statusCode).toBe(422)
  const run = (sql: string) => admin.post('/api/v1/sqllab/execute/', { database_id: id, sql, schema: 'main' })
  expect((await run('SELECT COUNT(*) AS n FROM sales')).json().data).toEqual([{ n: 3 }])
  const hostile = await run(`SELECT * FROM '${join(folder, 'sales.csv')}'`)
  expect([hostile.statusCode, hostile.body]).toEqual([expect.any(Number), expect.not.stringContaining('Oslo')])
  expect(hostile.statusCode).toBeGreaterThanOrEqual(400)
})

it('rejects folders outside of the listed directories, and names the setting', async () => {
  const admin = await listed.as('Admin')
  for (const path of [listed.home, '/etc', join(folder, '..')]) {
    const outside = await create(admin, `datafiles:///${path}`)
    expect([outside.statusCode, outside.body]).toEqual([422, expect.stringContaining('FACET_DATA_DIRS')])
  }
  const test = { sqlalchemy_uri: `datafiles:///${folder}` }
  const none = await (await unlisted.as('Admin')).post('/api/v1/database/test_connection', test)
  expect([none.statusCode, none.body]).toEqual([422, expect.stringContaining('FACET_DATA_DIRS')])
})

it('shows the path of missing files in connection tests only', async () => {
  const admin = await listed.as('Admin')
  const path = join(folder, 'removed')
  mkdirSync(path)
  writeFileSync(join(path, 'a.csv'), 'n\n1\n')
  const { id } = (await create(admin, `datafiles:///${path}`)).json()
  rmSync(path, { recursive: true })
  const tables = await admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`)
  expect([tables.statusCode, tables.body]).toEqual([422, expect.stringContaining('removed')])
  expect(tables.body).not.toContain(folder)
  const test = { sqlalchemy_uri: `datafiles:///${path}` }
  expect((await admin.post('/api/v1/database/test_connection', test)).body).toContain(path)
})

it('masks columns in charts and in the SQL editor, under every name of the table', async () => {
  const admin = await listed.as('Admin')
  const alpha = await listed.as('Alpha', 'sql_lab')
  const { id } = (await create(admin, `datafiles:///${join(folder, 'sales.csv')}`)).json()
  const dataset = await admin.post('/api/v1/dataset/', { database: id, schema: 'main', table_name: 'sales' })
  const role = await listed.context.store.roles.byName('Alpha')
  const masks = [{ column_name: 'city', method: 'first', roles: [role?.id] }]
  const masked = await admin.put(`/api/v1/dataset/${dataset.json().id}/masks`, { masks })
  expect([masked.statusCode, masked.body]).toEqual([200, expect.any(String)])
  const run = async (client: Client, sql: string) =>
    (await client.post('/api/v1/sqllab/execute/', { database_id: id, sql, schema: 'main' })).body
  for (const table of ['sales', '"SALES"', 'main.sales', 'facet.main.Sales', '(SELECT * FROM sales) AS inner_sales']) {
    expect([table, await run(alpha, `SELECT city FROM ${table}`)]).toEqual([
      table,
      expect.not.stringMatching(/Oslo|Rome/),
    ])
    expect([table, await run(admin, `SELECT city FROM ${table}`)]).toEqual([table, expect.stringContaining('Oslo')])
  }
  const queries = [{ columns: ['city'], metrics: [], orderby: [['city', true]] }]
  const data = { datasource: { id: dataset.json().id, type: 'table' }, queries }
  const cities = async (client: Client) => (await client.post('/api/v1/chart/data', data)).json().result?.[0]?.data
  expect(await cities(admin)).toEqual([{ city: 'Oslo' }, { city: 'Rome' }])
  expect(JSON.stringify(await cities(alpha))).toMatch(/^\[\{"city":"O[^"s]*"\},\{"city":"R[^"o]*"\}\]$/)
})

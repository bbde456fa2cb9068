import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataWorld, openDataWorld } from '#testing/data-world.ts'

let world: DataWorld
let authorization: string
beforeAll(async () => {
  const statements = ['CREATE TABLE sales AS SELECT 1 AS amount', 'CREATE VIEW sales_of_late AS SELECT 2 AS amount']
  world = await openDataWorld([...statements, 'CREATE SCHEMA shop', 'CREATE TABLE shop.goods AS SELECT 3 AS n'], 0)
  authorization = `Bearer ${await world.token('admin')}`
})
afterAll(() => world.close())

const get = async (url: string, as = authorization) =>
  world.app.inject({ url: url.replace('ID', String(world.database.id)), headers: { authorization: as } })

it.each(['', '/'])('Addresses of old tell of schemas and tables, with %j at their end', async (end) => {
  const { schemas } = (await get(`/superset/schemas/ID/false${end}`)).json()
  expect(schemas).toEqual(expect.arrayContaining(['main', 'shop']))
  const option = (value: string, type: string) => ({
    value,
    schema: 'main',
    label: value,
    title: value,
    type,
    extra: null,
  })
  expect((await get(`/superset/tables/ID/main/undefined${end}`)).json()).toEqual({
    tableLength: 2,
    options: [option('sales', 'table'), option('sales_of_late', 'view')],
  })
  expect((await get(`/superset/tables/ID/undefined/LATE/true${end}`)).json()).toEqual({
    tableLength: 1,
    options: [option('sales_of_late', 'view')],
  })
  expect((await get(`/superset/extra_table_metadata/ID/sales/main${end}`)).json()).toEqual({})
  expect((await get(`/superset/extra_table_metadata/ID/nothing/main${end}`)).statusCode).toBe(404)
})

it('They see at once what another call has changed', async () => {
  const schemas = async () => (await get(`/superset/schemas_access_for_file_upload?db_id=${world.database.id}`)).json()
  expect(await schemas()).toEqual([])
  const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['shop', 'main'] })
  const put = await world.app.inject({
    method: 'PUT',
    url: `/api/v1/database/${world.database.id}`,
    headers: { authorization },
    payload: { allow_file_upload: true, extra },
  })
  expect(put.statusCode).toBe(200)
  expect(await schemas()).toEqual(['main', 'shop'])
})

it('They tell nobody of what they may not see', async () => {
  const gamma = `Bearer ${await world.token('gamma', 'Gamma')}`
  for (const url of [
    '/superset/schemas/ID',
    '/superset/tables/ID/main',
    '/superset/extra_table_metadata/ID/sales/main',
  ])
    expect([url, (await get(url, gamma)).statusCode]).toEqual([url, 404])
  expect((await get(`/superset/schemas_access_for_file_upload?db_id=${world.database.id}`, gamma)).statusCode).toBe(404)
  expect((await get('/superset/schemas/ID', '')).statusCode).toBe(401)
})

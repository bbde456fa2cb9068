import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let authorization: string
beforeAll(async () => {
  const statements = ['CREATE TABLE sales AS SELECT 1 AS amount', 'CREATE VIEW sales_of_late AS SELECT 2 AS amount']
  fixture = await openDataFixture([...statements, 'CREATE SCHEMA shop', 'CREATE TABLE shop.goods AS SELECT 3 AS n'], 0)
  authorization = `Bearer ${await fixture.token('admin')}`
})
afterAll(() => fixture.close())

const get = async (url: string, as = authorization) =>
  fixture.app.inject({ url: url.replace('ID', String(fixture.database.id)), headers: { authorization: as } })

it.each(['', '/'])('Legacy URLs list schemas and tables, with %j at their end', async (end) => {
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
  // The same as the newer URL, as bare text.
  for (const [old, now] of [
    ['sales', 'sales'],
    ['goods/shop', 'goods/shop'],
    ['sales/undefined', 'sales/main'],
  ]) {
    const answer = await get(`/superset/select_star/ID/${old}${end}`)
    const { result } = (await get(`/api/v1/database/ID/select_star/${now}/`)).json()
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      result,
    ])
    expect(result).toMatch(/^SELECT/)
  }
  expect((await get(`/superset/select_star/ID/nothing${end}`)).statusCode).toBe(404)
})

it('shows changes of the database at once', async () => {
  const schemas = async () =>
    (await get(`/superset/schemas_access_for_file_upload?db_id=${fixture.database.id}`)).json()
  expect(await schemas()).toEqual([])
  const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['shop', 'main'] })
  const put = await fixture.app.inject({
    method: 'PUT',
    url: `/api/v1/database/${fixture.database.id}`,
    headers: { authorization },
    payload: { allow_file_upload: true, extra },
  })
  expect(put.statusCode).toBe(200)
  expect(await schemas()).toEqual(['main', 'shop'])
})

it('returns 404 to users without access, and 401 to anonymous callers', async () => {
  const gamma = `Bearer ${await fixture.token('gamma', 'Gamma')}`
  for (const url of [
    '/superset/schemas/ID',
    '/superset/tables/ID/main',
    '/superset/extra_table_metadata/ID/sales/main',
    '/superset/select_star/ID/sales',
    '/superset/select_star/ID/sales/main',
  ])
    expect([url, (await get(url, gamma)).statusCode]).toEqual([url, 404])
  expect((await get(`/superset/schemas_access_for_file_upload?db_id=${fixture.database.id}`, gamma)).statusCode).toBe(
    404,
  )
  expect((await get('/superset/schemas/ID', '')).statusCode).toBe(401)
})

it.each(['', '/'])('URLs of later Superset versions return table metadata, with %j at their end', async (end) => {
  const metadata = async (more: string, query: string) =>
    get(`/api/v1/database/ID/table_metadata${more}${end}?${query}`)
  const goods = (await get('/api/v1/database/ID/table/goods/shop/')).json()
  expect((await metadata('', 'name=goods&schema=shop')).json()).toEqual(goods)
  expect(goods.columns).toMatchObject([{ name: 'n' }])
  expect((await metadata('/extra', 'name=sales')).json()).toEqual({})
  expect((await metadata('', 'name=nothing')).statusCode).toBe(404)
  expect((await metadata('', '')).statusCode).toBe(400)
  const renamed = { database_name: `connected ${end}` }
  await fixture.app.inject({
    method: 'PUT',
    url: `/api/v1/database/${fixture.database.id}`,
    headers: { authorization },
    payload: renamed,
  })
  const { result } = (await get(`/api/v1/database/ID/connection${end}`)).json()
  expect(result).toMatchObject({ ...renamed, backend: 'duckdb' })
  const gamma = `Bearer ${await fixture.token('gamma', 'Gamma')}`
  expect((await get('/api/v1/database/ID/connection', gamma)).statusCode).toBe(403)
  expect((await get('/api/v1/database/ID/table_metadata?name=sales', gamma)).statusCode).toBe(404)
})

it('describes a table by name to users with access to it', async () => {
  await fixture.app.inject({
    method: 'PUT',
    url: `/api/v1/database/${fixture.database.id}`,
    headers: { authorization },
    payload: { database_name: 'by name' },
  })
  const ask = (q: string, as = authorization) =>
    get(`/datasource/external_metadata_by_name/?q=${encodeURIComponent(q)}`, as)
  const goods = await ask("(datasource_type:table,database_name:'by name',schema_name:shop,table_name:goods)")
  expect(goods.json()).toEqual([{ name: 'n', column_name: 'n', type: 'INTEGER', type_generic: 0, is_dttm: false }])
  const sales = "(datasource_type:table,database_name:'by name',table_name:sales)"
  expect((await ask(sales)).json()).toMatchObject([{ name: 'amount' }])
  expect((await ask(sales.replace('sales', 'nothing'))).statusCode).toBe(400)
  expect((await ask(sales.replace('by name', 'no such'))).statusCode).toBe(404)
  expect((await ask(sales.replace(':table,', ':druid,'))).statusCode).toBeGreaterThanOrEqual(400)
  expect((await ask('()')).statusCode).toBe(400)
  expect((await ask(sales, `Bearer ${await fixture.token('gamma', 'Gamma')}`)).statusCode).toBe(404)
})

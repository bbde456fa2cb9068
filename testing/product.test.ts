import { unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zip } from './bundle.ts'
import type { HttpClient } from './http-client.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Product, startProduct } from './product.ts'

let server: Postgres
let product: Product
let physical: number
let virtual: number

beforeAll(async () => {
  server = await startPostgres()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('CREATE TABLE sales (region TEXT, city TEXT, n INTEGER)')
  await client.query(`INSERT INTO sales VALUES ('north', 'A', 1), ('north', 'B', 20), ('south', 'C', 300)`)
  await client.end()
  product = await startProduct('dist')
  const uri = server.url.replace('postgres://', 'postgresql://')
  const database = await made('/api/v1/database/', { database_name: 'warehouse', sqlalchemy_uri: uri })
  physical = await made('/api/v1/dataset/', { database, schema: 'public', table_name: 'sales' })
  const sql = "SELECT * FROM sales WHERE city <> 'B'"
  virtual = await made('/api/v1/dataset/', { database, schema: 'public', table_name: 'without B', sql })
})
afterAll(async () => {
  await product?.stop()
  await server?.stop()
})

async function made(url: string, body: object): Promise<number> {
  const answer = await product.admin.post(url, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

async function requested(client: HttpClient, dataset: number, query: object): Promise<unknown> {
  const answer = await client.post('/api/v1/chart/data', {
    datasource: { id: dataset, type: 'table' },
    queries: [query],
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().result[0].data
}

const counted = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }

it('the built product queries PostgreSQL by expressions, saved metrics and SQL', async () => {
  expect(await requested(product.admin, physical, { metrics: [counted] })).toEqual([{ rows: 3 }])
  expect(await requested(product.admin, physical, { metrics: ['count'] })).toEqual([{ count: 3 }])
  expect(await requested(product.admin, virtual, { metrics: [counted] })).toEqual([{ rows: 2 }])
})

it('the built product applies row-level security in PostgreSQL, also in SQL of users', async () => {
  const north = await product.person('north', ['Alpha'])
  const { result } = (await product.admin.get('/api/v1/rowlevelsecurity/related/roles')).json()
  const alpha = result.find(({ text }: { text: string }) => text === 'Alpha').value
  const rule = { name: 'north', filter_type: 'Regular', clause: "region = 'north'", tables: [physical], roles: [alpha] }
  await made('/api/v1/rowlevelsecurity/', rule)
  expect(await requested(north, physical, { metrics: [counted] })).toEqual([{ rows: 2 }])
  expect(await requested(north, virtual, { metrics: [counted] })).toEqual([{ rows: 1 }])
  expect(await requested(product.admin, physical, { metrics: [counted] })).toEqual([{ rows: 3 }])
})

it('the built product finds its worker scripts: templates, post-processing, spreadsheets, bundles', async () => {
  const mine = { label: 'who', expressionType: 'SQL', sqlExpression: "MAX('{{ current_username() }}')" }
  expect(await requested(product.admin, physical, { metrics: [mine] })).toEqual([{ who: 'admin' }])
  // More cells than are laid out at once.
  const database = await made('/api/v1/database/', { database_name: 'files', sqlalchemy_uri: 'duckdb:///files.duckdb' })
  const rows = "SELECT range AS many, 'r' || (range % 2) AS region FROM range(12000)"
  const long = await made('/api/v1/dataset/', { database, table_name: 'long', sql: rows })
  const aggregates = { many: { operator: 'sum' } }
  const pivot = { operation: 'pivot', options: { index: ['many'], columns: ['region'], aggregates } }
  const query = { columns: ['many', 'region'], row_limit: 12_000, post_processing: [pivot, { operation: 'flatten' }] }
  const spread = (await requested(product.admin, long, query)) as object[]
  expect([spread.length, spread.at(-1)]).toEqual([12_000, { many: 11_999, 'many, r0': null, 'many, r1': 11_999 }])
  const file = await product.admin.post('/api/v1/chart/data', {
    datasource: { id: physical, type: 'table' },
    queries: [{ columns: ['city'] }],
    result_format: 'xlsx',
  })
  expect(Object.keys(unzipSync(file.rawPayload))).toContain('xl/worksheets/sheet1.xml')
  const form = new FormData()
  form.append(
    'formData',
    new Blob([Buffer.from(zip({ 'metadata.yaml': 'version: 1.0.0\ntype: SqlaTable\n' }))]),
    'a.zip',
  )
  const imported = await product.admin.post('/api/v1/dataset/import/', form)
  expect([imported.statusCode, imported.json()]).toEqual([200, { message: 'OK' }])
})

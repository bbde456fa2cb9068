import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { mariadbUri, startMariaDB } from '#testing/mariadb.ts'

let folder: string
let app: TestApp
let admin: Client
let alpha: Client
let joined: number
const ids: Record<string, number> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-federation-'))
  for (const [file, sql] of [
    [
      'shop',
      'CREATE TABLE orders (customer INTEGER, amount INTEGER); INSERT INTO orders VALUES (1, 10), (2, 5), (1, 1)',
    ],
    ['crm', "CREATE TABLE customers (id INTEGER, name TEXT); INSERT INTO customers VALUES (1, 'Ana'), (2, 'Bob')"],
  ] as const) {
    const database = new DatabaseSync(join(folder, `${file}.sqlite`))
    database.exec(sql)
    database.close()
  }
  const FACET_DUCKDB_EXTENSIONS = process.env['FACET_TEST_EXTENSIONS'] ?? ''
  app = await makeTestApp({ environment: { FACET_DATA_DIRS: folder, FACET_DUCKDB_EXTENSIONS } })
  admin = await app.as('Admin')
  alpha = await app.as('Alpha', 'sql_lab')
  const create = async (database_name: string, sqlalchemy_uri: string) => {
    const created = await admin.post('/api/v1/database/', { database_name, sqlalchemy_uri, expose_in_sqllab: true })
    expect([created.statusCode, created.body]).toEqual([201, expect.any(String)])
    return Number(created.json().id)
  }
  for (const name of ['shop', 'crm']) ids[name] = await create(name, `sqlite:///${join(folder, name)}.sqlite`)
  joined = await create('joined', `federation:///?attached=shop:shop,crm:${ids['crm']}`)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const JOIN =
  'SELECT c.name, SUM(o.amount) AS amount FROM shop.orders o JOIN crm.customers c ON c.id = o.customer GROUP BY 1'
const run = (client: Client, sql: string) =>
  client.post('/api/v1/sqllab/execute/', { database_id: joined, sql: `${sql} ORDER BY 1` })

async function ruled(database: number, schema: string, table_name: string, clause: string) {
  const { store } = app.context
  const dataset = await app.dataset({ database_id: database, schema, table_name })
  const role = await store.roles.byName('Alpha')
  const rule = { name: `${table_name} ${clause}`, filter_type: 'Regular', clause, tables: [dataset.id] } as const
  return store.rowRules.create({ ...rule, roles: [role?.id ?? 0] }, null)
}

it('joins tables in the SQL editor and as a dataset', async () => {
  const expected = [
    { name: 'Ana', amount: 11 },
    { name: 'Bob', amount: 5 },
  ]
  expect((await run(alpha, JOIN)).json().data).toEqual(expected)
  const dataset = await admin.post('/api/v1/dataset/', { database: joined, table_name: 'joined', sql: JOIN })
  expect([dataset.statusCode, dataset.body]).toEqual([201, expect.any(String)])
  const data = await alpha.post('/api/v1/chart/data', {
    datasource: { id: dataset.json().id, type: 'table' },
    queries: [{ columns: ['name', 'amount'], metrics: [], orderby: [['name', true]] }],
  })
  expect(data.json().result?.[0]?.data).toEqual(expected)
  const physical = await admin.post('/api/v1/dataset/', { database: joined, schema: 'crm', table_name: 'customers' })
  expect([physical.statusCode, physical.body]).toEqual([201, expect.any(String)])
})

it('enforces rules on its datasets', async () => {
  const rule = await ruled(joined, 'shop', 'orders', 'amount < 10')
  expect((await run(alpha, JOIN)).json().data).toEqual([
    { name: 'Ana', amount: 1 },
    { name: 'Bob', amount: 5 },
  ])
  expect((await run(alpha, 'SELECT 1 / (amount - 10) AS x FROM facet.SHOP."ORDERS"')).json().data).toHaveLength(2)
  expect((await admin.delete(`/api/v1/rowlevelsecurity/${rule.id}`)).statusCode).toBe(200)
})

it('rejects tables with rules in their database by name, for these users only', async () => {
  await ruled(Number(ids['crm']), 'main', 'customers', 'id = 1')
  const hidden = await run(alpha, JOIN)
  expect([hidden.statusCode, hidden.json().errors?.[0]?.message]).toEqual([
    403,
    'You cannot read "customers" here: row-level security or a mask applies to you on it in the database "crm"',
  ])
  const listed = await alpha.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:joined)))`)
  const data = await alpha.post('/api/v1/chart/data', {
    datasource: { id: listed.json().result[0].id, type: 'table' },
    queries: [{ columns: ['name', 'amount'], metrics: [] }],
  })
  expect([data.statusCode, data.body]).toEqual([expect.any(Number), expect.not.stringContaining('Ana')])
  expect(data.statusCode).toBeGreaterThanOrEqual(400)
  expect((await run(admin, JOIN)).json().data).toHaveLength(2)
  expect((await run(alpha, 'SELECT SUM(amount) AS amount FROM shop.orders')).json().data).toEqual([{ amount: 16 }])
})

it('reads a database at its new address', async () => {
  const moved = join(folder, 'moved.sqlite')
  const database = new DatabaseSync(moved)
  database.exec('CREATE TABLE orders (customer INTEGER, amount INTEGER); INSERT INTO orders VALUES (1, 100)')
  database.close()
  const changed = await admin.put(`/api/v1/database/${ids['shop']}`, { sqlalchemy_uri: `sqlite:///${moved}` })
  expect(changed.statusCode).toBe(200)
  expect((await run(admin, 'SELECT SUM(amount) AS amount FROM shop.orders')).json().data).toEqual([{ amount: 100 }])
})

it('filters a table of MariaDB by values with a backslash, which read no other rows', async () => {
  const mariadb = await startMariaDB()
  try {
    const server = await mariadb.connect()
    await server.query('CREATE DATABASE hr')
    await server.query('CREATE TABLE hr.staff (name VARCHAR(200))')
    await server.query('INSERT INTO hr.staff VALUES (?), (?)', ['Ana', "\\' OR 1=1 -- "])
    await server.end()
    const create = async (path: string, body: object) => {
      const created = await admin.post(path, body)
      expect([created.statusCode, created.body]).toEqual([201, expect.any(String)])
      return Number(created.json().id)
    }
    const uri = mariadbUri(mariadb, 'hr')
    const own = await create('/api/v1/database/', { database_name: 'hr', sqlalchemy_uri: uri })
    const attached = `federation:///?attached=hr:${own}`
    const database = await create('/api/v1/database/', { database_name: 'joined hr', sqlalchemy_uri: attached })
    const id = await create('/api/v1/dataset/', { database, schema: 'hr', table_name: 'staff' })
    const namesOf = async (val: string) => {
      const queries = [{ columns: ['name'], metrics: [], filters: [{ col: 'name', op: '==', val }] }]
      const data = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
      return data.json().result?.[0]?.data
    }
    expect(await namesOf('Ana')).toEqual([{ name: 'Ana' }])
    expect(await namesOf("\\' OR 1=1 -- ")).toEqual([{ name: "\\' OR 1=1 -- " }])
    expect(await namesOf("\\' AND 1=0 UNION SELECT VERSION() -- ")).toEqual([])
  } finally {
    await mariadb.stop()
  }
})

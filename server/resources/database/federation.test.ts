import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NUMERIC } from '#core/table/table.ts'
import { printRison } from '#core/rest/rison.ts'
import { compressResult } from '#server/sqllab/result-text.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let folder: string
let app: TestApp
let shop: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-federation-'))
  const database = new DatabaseSync(join(folder, 'shop.sqlite'))
  database.exec('CREATE TABLE orders (n INTEGER)')
  database.close()
  app = await makeTestApp({ environment: { FACET_DATA_DIRS: folder } })
  const uri = `sqlite:///${join(folder, 'shop.sqlite')}`
  shop = (await app.database({ database_name: 'Shop', backend: 'sqlite', sqlalchemy_uri: uri })).id
  const { roles } = app.context.store
  for (const [name, pairs] of [
    ['Writes databases', []],
    ['Reads the shop', [['database_access', `[Shop].(id:${shop})`]]],
  ] as const) {
    const { id } = await roles.create({ name }, null)
    await roles.addPairs(id, [['can_read', 'Database'], ['can_write', 'Database'], ...pairs])
  }
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const uriOf = () => `federation:///?attached=shop:${shop}`
const create = (client: Client, sqlalchemy_uri: string) =>
  client.post('/api/v1/database/', { database_name: sqlalchemy_uri, sqlalchemy_uri })

it('names the setting in the error if there are no extensions', async () => {
  const created = await create(await app.as('Admin'), uriOf())
  expect([created.statusCode, created.body]).toEqual([422, expect.stringContaining('FACET_DUCKDB_EXTENSIONS')])
})

it('joins only databases that the caller may read', async () => {
  const [other, reader] = [await app.as('Writes databases'), await app.as('Reads the shop')]
  const test = (client: Client) => client.post('/api/v1/database/test_connection', { sqlalchemy_uri: uriOf() })
  for (const answer of [await create(other, uriOf()), await test(other)]) expect(answer.statusCode).toBe(403)
  for (const answer of [await create(reader, uriOf()), await test(reader)]) {
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('FACET_DUCKDB_EXTENSIONS')])
  }
  const row = await app.database({ database_name: 'Own', owners: [other.user?.userId ?? 0] })
  const changed = await other.put(`/api/v1/database/${row.id}`, { sqlalchemy_uri: uriOf() })
  expect(changed.statusCode).toBe(403)
})

it('lets owners of the joined database run SQL only if they may read all of it', async () => {
  const owner = await app.as('Gamma', 'sql_lab')
  const owners = [owner.user?.userId ?? 0]
  const joined = await app.database({
    database_name: 'Joined',
    backend: 'federation',
    sqlalchemy_uri: uriOf(),
    owners,
    expose_in_sqllab: true,
  })
  const sql = 'SELECT n FROM shop.orders'
  const run = await owner.post('/api/v1/sqllab/execute/', { database_id: joined.id, sql })
  expect([run.statusCode, run.body]).toEqual([403, expect.stringContaining('Joined')])
  const dataset = { database: joined.id, schema: 'shop', table_name: 'orders' }
  expect((await owner.post('/api/v1/dataset/', dataset)).statusCode).toBeGreaterThanOrEqual(403)
})

it('withholds stored rows after their user has lost access to the joined database', async () => {
  const { store } = app.context
  const user = await app.user('lost the shop', ['Gamma', 'sql_lab', 'Reads the shop'])
  const joined = await app.database({
    database_name: 'Stored rows',
    backend: 'federation',
    sqlalchemy_uri: uriOf(),
    owners: [user.id],
    expose_in_sqllab: true,
  })
  const nothing = { schema: null, tab_name: null, executed_sql: null, sql_editor_id: null, extra_json: null }
  const run = { client_id: 'stored', sql: 'SELECT n FROM shop.orders', status: 'success', row_limit: 10 } as const
  const query = await store.queries.create(
    { ...nothing, ...run, database_id: joined.id, start_time: 0, progress: 100 },
    user.id,
  )
  const columns = [{ name: 'n', type: 'INTEGER', generic: NUMERIC, isDays: false } as const]
  const content = await compressResult({ columns, cells: [[7]], rowCount: 1, rulesHash: null, readTables: ['orders'] })
  const expires_on = app.context.now() + 60_000
  const stored = { key: 'rows of the shop', user_id: user.id, query_id: query.id, expires_on, rows: 1, content }
  await store.queryResults.put(stored, 1_000_000)
  const client = await app.signedIn(user)
  const fetched = () =>
    client.get(`/api/v1/sqllab/results/?q=${encodeURIComponent(printRison({ key: 'rows of the shop' }))}`)
  expect((await fetched()).json().data).toEqual([{ n: 7 }])
  const remaining = await store.roles.list({ where: { col: 'name', op: 'in', value: ['Gamma', 'sql_lab'] } })
  await store.users.update(user.id, { roles: [...remaining.ids] }, null)
  const lost = await fetched()
  expect([lost.statusCode, lost.headers['x-facet-error']]).toEqual([403, 'database-access'])
})

it('hides tables on which rules apply to the user in their database', async () => {
  const { store, chartData } = app.context
  const dataset = await app.dataset({ database_id: shop, schema: 'main', table_name: 'Orders' })
  const alpha = await app.as('Alpha')
  const role = await store.roles.byName('Alpha')
  const joined = await app.database({ database_name: 'Hidden', backend: 'federation', sqlalchemy_uri: uriOf() })
  const tables = async (client: Client) =>
    client.user ? chartData.templates.tables(client.user, joined) : Promise.reject(new Error('Nobody'))
  expect(await tables(alpha)).toEqual([])
  const clause = { name: 'own', filter_type: 'Regular', clause: 'n = 1', tables: [dataset.id] } as const
  await store.rowRules.create({ ...clause, roles: [role?.id ?? 0] }, null)
  expect(await tables(alpha)).toEqual([{ schema: 'shop', name: 'Orders', rules: [], hiddenIn: 'Shop' }])
  expect(await tables(await app.as('Admin'))).toEqual([])
})

it('stores the numbers of databases that the caller names', async () => {
  const reader = await app.as('Reads the shop')
  const test = (attached: string) =>
    reader.post('/api/v1/database/test_connection', { sqlalchemy_uri: `federation:///?attached=${attached}` })
  expect((await test('a:Shop')).body).toContain('FACET_DUCKDB_EXTENSIONS')
  await app.database({ database_name: 'Other', backend: 'sqlite', sqlalchemy_uri: 'sqlite:////srv/other.sqlite' })
  for (const name of ['Other', 'Nosuch', 'shop']) {
    const answer = await test(`a:${name}`)
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining(`There is no database \\"${name}\\"`),
    ])
  }
})

it('resolves no database if there are too many names, or the text is too long', async () => {
  const reader = await app.as('Reads the shop')
  const test = (databases: string) =>
    reader.post('/api/v1/database/test_connection', { engine: 'federation', parameters: { databases } })
  const many = Array.from({ length: 21 }, (_, index) => `s${index}:Nosuch`).join(',')
  for (const databases of [many, `a:${' '.repeat(1024)}Nosuch`]) {
    const answer = await test(databases)
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([422, 'uri-wrong'])
  }
})

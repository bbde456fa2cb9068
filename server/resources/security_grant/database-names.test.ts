import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let count = 0
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const SCHEMA = 'main'

/** Creates a database with a dataset by REST and by the store. */
async function newDatabase(name: string) {
  const { store } = fixture.context
  const uri = `duckdb:///names_${++count}.duckdb`
  const { id } = await store.databases.create({ database_name: name, backend: 'duckdb', sqlalchemy_uri: uri }, null)
  const dataset = await fixture.dataset({ database_id: id, schema: SCHEMA, table_name: `t ${count}` })
  return { id, dataset: dataset.id }
}

/** A user with a grant on the schema of a database: by a role, or their own. */
async function readerOf(database: number, by: 'role' | 'user'): Promise<Client> {
  const { store } = fixture.context
  const role = await store.roles.create({ name: `Schema readers ${++count}` }, null)
  const user = await fixture.user(`schema reader ${count}`, ['Gamma', role.name])
  const subject = by === 'role' ? { role: role.id } : { user: user.id }
  const body = { database, schema: SCHEMA, ...subject, level: 'see' }
  expect((await admin.post('/api/v1/security/grants/', body)).statusCode).toBe(201)
  return fixture.signedIn(user)
}

/** Returns the datasets that the caller sees: in the list, by their ids, and by a query of their data. */
async function seenBy(client: Client, datasets: readonly number[]) {
  const { ids } = (await client.get('/api/v1/dataset/')).json<{ ids: readonly number[] }>()
  const seen: number[] = []
  for (const id of datasets) {
    const shown = (await client.get(`/api/v1/dataset/${id}`)).statusCode === 200
    const query = { datasource: { id, type: 'table' }, queries: [{ columns: ['origin'] }], result_type: 'query' }
    const isQueried = (await client.post('/api/v1/chart/data', query)).statusCode !== 403
    expect([id, shown, isQueried]).toEqual([id, ids.includes(id), ids.includes(id)])
    if (shown) seen.push(id)
  }
  return seen
}
const rename = async (id: number, database_name: string) =>
  expect((await admin.put(`/api/v1/database/${id}`, { database_name })).statusCode).toBe(200)

it.each(['role', 'user'] as const)(
  'a grant on a schema by a %s stays with its database, whatever name that and others get',
  async (by) => {
    const [first, other] = [`sales ${by}`, `staff ${by}`]
    const sales = await newDatabase(first)
    const staff = await newDatabase(other)
    const all = [sales.dataset, staff.dataset]
    const reader = await readerOf(sales.id, by)
    expect(await seenBy(reader, all)).toEqual([sales.dataset])
    await rename(sales.id, `${first} of before`)
    expect(await seenBy(reader, all)).toEqual([sales.dataset])
    await rename(staff.id, first)
    expect(await seenBy(reader, all)).toEqual([sales.dataset])
    const { result } = (await admin.get(`/api/v1/security/grants/readers?dataset=${staff.dataset}`)).json()
    expect(result.map(({ user }: { user: { id: number } }) => user.id)).not.toContain(reader.user?.userId)
  },
)

it.each(['role', 'user'] as const)(
  'a grant on a schema of a deleted database by a %s opens no new database of its name, and returns with it',
  async (by) => {
    const { store } = fixture.context
    const name = `shop ${by}`
    const shop = await newDatabase(name)
    const reader = await readerOf(shop.id, by)
    await store.datasets.remove([shop.dataset], null)
    expect((await admin.delete(`/api/v1/database/${shop.id}`)).statusCode).toBe(200)
    const next = await newDatabase(name)
    expect(await seenBy(reader, [next.dataset])).toEqual([])
    await store.datasets.remove([next.dataset], null)
    expect((await admin.delete(`/api/v1/database/${next.id}`)).statusCode).toBe(200)
    expect((await admin.post(`/api/v1/database/${shop.id}/restore`)).statusCode).toBe(200)
    await store.datasets.restore(shop.dataset, null)
    expect(await seenBy(reader, [shop.dataset])).toEqual([shop.dataset])
  },
)

it.each([null, SCHEMA])(
  'a grant to a role on the schema %s of a deleted database outlives other changes of the role, until it is revoked',
  async (schema) => {
    const { store } = fixture.context
    const { id, dataset } = await newDatabase(`store ${schema}`)
    const name = `Readers of ${schema}`
    const role = await store.roles.create({ name }, null)
    const reader = await fixture.as('Gamma', name)
    const object = schema === null ? { database: id } : { database: id, schema }
    const grant = await admin.post('/api/v1/security/grants/', { ...object, role: role.id, level: 'see' })
    expect([grant.statusCode, await seenBy(reader, [dataset])]).toEqual([201, [dataset]])
    const deleteBoth = async () => {
      await store.datasets.remove([dataset], null)
      expect((await admin.delete(`/api/v1/database/${id}`)).statusCode).toBe(200)
    }
    const restoreBoth = async () => {
      expect((await admin.post(`/api/v1/database/${id}/restore`)).statusCode).toBe(200)
      await store.datasets.restore(dataset, null)
    }
    await deleteBoth()
    const other = await fixture.dataset({ table_name: `other of ${schema}` })
    const added = await admin.post('/api/v1/security/grants/', { dataset: other.id, role: role.id, level: 'see' })
    expect(added.statusCode).toBe(201)
    await restoreBoth()
    expect(await seenBy(reader, [dataset, other.id])).toEqual([dataset, other.id])
    await deleteBoth()
    expect((await admin.delete(`/api/v1/security/grants/${grant.json().id}`)).statusCode).toBe(200)
    await restoreBoth()
    expect(await seenBy(reader, [dataset, other.id])).toEqual([other.id])
  },
)

it('a permission that a role loses while its database is deleted does not return with the database', async () => {
  const { store } = fixture.context
  const { id, dataset } = await newDatabase('archive')
  const reader = await readerOf(id, 'role')
  const [role] = (await store.roles.list({ where: { col: 'name', op: 'eq', value: `Schema readers ${count}` } })).ids
  await store.datasets.remove([dataset], null)
  expect((await admin.delete(`/api/v1/database/${id}`)).statusCode).toBe(200)
  await store.roles.setPairs(role ?? 0, [['can_read', 'Chart']])
  expect((await admin.post(`/api/v1/database/${id}/restore`)).statusCode).toBe(200)
  await store.datasets.restore(dataset, null)
  expect(await seenBy(reader, [dataset])).toEqual([])
})

it('a permission of a role without a grant stays with its database when that is renamed', async () => {
  const { store } = fixture.context
  const { id, dataset } = await newDatabase('ledger')
  const role = await store.roles.create({ name: 'Readers of the ledger' }, null)
  const reader = await fixture.as('Gamma', role.name)
  await store.datasets.remove([dataset], null)
  expect((await admin.delete(`/api/v1/database/${id}`)).statusCode).toBe(200)
  await store.roles.addPairs(role.id, [['database_access', `[ledger].(id:${id})`]])
  expect((await admin.post(`/api/v1/database/${id}/restore`)).statusCode).toBe(200)
  await store.datasets.restore(dataset, null)
  await rename(id, 'ledger of before')
  expect(await seenBy(reader, [dataset])).toEqual([dataset])
  expect(await store.roles.pairs(role.id)).toEqual([['database_access', `[ledger of before].(id:${id})`]])
})

/** Returns a user with a new role that has the permission on the schema of a database name, set by an administrator. */
async function permittedReader(database: string) {
  const name = `Set up early ${++count}`
  const { store } = fixture.context
  const role = await store.roles.create({ name }, null)
  await store.roles.setPairs(role.id, [['schema_access', `[${database}].[${SCHEMA}]`]], admin.user?.userId ?? null)
  return { role: role.id, reader: await fixture.as('Gamma', name) }
}

it('a permission on a schema that is made before its database opens it once it is created, and is in the log', async () => {
  const { store } = fixture.context
  const { role, reader } = await permittedReader('planned')
  const uri = 'duckdb:///planned.duckdb'
  const body = { database_name: 'planned', engine: 'duckdb', sqlalchemy_uri: uri }
  const created = await admin.post('/api/v1/database/', body)
  expect(created.statusCode, created.body).toBe(201)
  const { id } = created.json()
  const dataset = await fixture.dataset({ database_id: id, schema: SCHEMA, table_name: 'of the plan' })
  expect(await seenBy(reader, [dataset.id])).toEqual([dataset.id])
  const { rows } = await store.grants.list({ where: { col: 'role_id', op: 'eq', value: role } })
  expect(rows).toMatchObject([{ database_id: id, schema: SCHEMA, level: 'see' }])
  const logged = await store.events.history('grant', rows[0]?.id ?? 0)
  expect(logged).toMatchObject([{ action: 'create', actor: admin.user?.userId }])
  await store.datasets.remove([dataset.id], null)
  expect((await admin.delete(`/api/v1/database/${id}`)).statusCode).toBe(200)
  const next = await newDatabase('planned')
  expect(await seenBy(reader, [next.dataset])).toEqual([])
})

it('a permission that is made while its database is deleted is for the next one of the name; older ones are not', async () => {
  const { store } = fixture.context
  const before = await newDatabase('twice')
  const old = await permittedReader('twice')
  expect(await seenBy(old.reader, [before.dataset])).toEqual([before.dataset])
  await store.datasets.remove([before.dataset], null)
  expect((await admin.delete(`/api/v1/database/${before.id}`)).statusCode).toBe(200)
  const { reader } = await permittedReader('twice')
  const next = await newDatabase('twice')
  expect(await seenBy(reader, [next.dataset])).toEqual([next.dataset])
  expect(await seenBy(old.reader, [next.dataset])).toEqual([])
})

it('a permission for a name that no database has opens none that is renamed to it', async () => {
  const { reader } = await permittedReader('vacant')
  const other = await newDatabase('occupied')
  await rename(other.id, 'vacant')
  expect(await seenBy(reader, [other.dataset])).toEqual([])
})

import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { PermissionPair } from '#core/entity/role.ts'
import { onBothEngines, type StoreFixture } from '#testing/stores.ts'
import { withValueChecks, TransactionScope } from './guard.ts'
import { up } from './migrations/028-grants.ts'
import type { AnyDatabase } from './migrations/schema.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

let made = 0

/** Creates a database and a dataset in the schema `s` of it. */
async function data({ store }: StoreFixture) {
  const n = ++made
  const backend = { backend: 'duckdb', sqlalchemy_uri: 'duckdb://' }
  const database = await store.databases.create({ database_name: `d${n}`, ...backend }, null)
  const dataset = await store.datasets.create({ database_id: database.id, table_name: `t${n}`, schema: 's' }, null)
  return { database, dataset }
}

const rolesGrants = async ({ store }: StoreFixture, role: number) =>
  (await store.grants.list({ where: { col: 'role_id', op: 'eq', value: role } })).rows.map(
    ({ dataset_id, database_id, schema, level }) => [dataset_id, database_id, schema, level],
  )

onBothEngines('grants', (fixture) => {
  it('a grant to a role equals its permission on data, from either side', async () => {
    const { store } = fixture()
    const { database, dataset } = await data(fixture())
    const { id } = await store.roles.create({ name: `r${++made}` }, null)
    const pairs: readonly PermissionPair[] = [
      ['database_access', `[${database.database_name}].(id:${database.id})`],
      ['datasource_access', `[${database.database_name}].[${dataset.table_name}](id:${dataset.id})`],
      ['schema_access', `[${database.database_name}].[s]`],
    ]
    await store.roles.setPairs(id, [...pairs, ['can_read', 'Chart'], ['datasource_access', '[x].[y](id:999999)']])
    expect(await rolesGrants(fixture(), id)).toEqual([
      [dataset.id, null, null, 'see'],
      [null, database.id, null, 'see'],
      [null, database.id, 's', 'see'],
    ])
    await store.roles.setPairs(id, [])
    expect(await rolesGrants(fixture(), id)).toEqual([])
    const grants = []
    for (const object of [
      { database_id: database.id },
      { dataset_id: dataset.id },
      { database_id: database.id, schema: 's' },
    ])
      grants.push(await store.grants.create({ ...object, role_id: id, level: 'see' }, null))
    expect(await store.roles.pairs(id)).toEqual([...pairs].toSorted((a, b) => (a[1] < b[1] ? -1 : 1)))
    expect(await rolesGrants(fixture(), id)).toHaveLength(3)
    for (const grant of grants) await store.grants.remove(grant.id, null)
    expect([await store.roles.pairs(id), await rolesGrants(fixture(), id)]).toEqual([[], []])
  })

  it('keep their level when the permissions of the role are saved', async () => {
    const { store } = fixture()
    const { dataset } = await data(fixture())
    const { id } = await store.roles.create({ name: `r${++made}` }, null)
    await store.grants.create({ dataset_id: dataset.id, role_id: id, level: 'edit' }, null)
    await store.roles.setPairs(id, [...(await store.roles.pairs(id)), ['can_read', 'Chart']])
    expect(await rolesGrants(fixture(), id)).toEqual([[dataset.id, null, null, 'edit']])
  })

  it('grants of a user, a group and a role are read with the user, and change in another process', async () => {
    const { store, user, again } = fixture()
    const { dataset, database } = await data(fixture())
    const other = await again()
    const account = await user(`u${++made}`)
    const { id: role } = await store.roles.create({ name: `r${++made}` }, null)
    const group = await store.groups.create({ name: `g${++made}`, users: [account.id], roles: [role] }, null)
    const views = async () => {
      // On SQLite, a write of another process is noticed in a later turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
      await store.versions.look()
      return (await store.users.current(account.id))?.permissions
    }
    expect(await views()).toEqual({})
    const grant = await other.grants.create({ dataset_id: dataset.id, user_id: account.id, level: 'see' }, null)
    const view = `[${database.database_name}].[${dataset.table_name}](id:${dataset.id})`
    expect(await views()).toEqual({ datasource_access: [view] })
    await other.grants.remove(grant.id, null)
    expect(await views()).toEqual({})
    await store.grants.create({ database_id: database.id, schema: 's', group_id: group.id, level: 'see' }, null)
    await store.grants.create({ dataset_id: dataset.id, role_id: role, level: 'edit' }, null)
    const current = await store.users.current(account.id)
    expect(current?.permissions).toEqual({
      schema_access: [`[${database.database_name}].[s]`],
      datasource_access: [view],
    })
    expect(current?.grants).toMatchObject([{ level: 'edit', dataset_id: dataset.id }])
    await store.groups.remove(group.id, null)
    expect(await views()).toEqual({})
  })

  it('grants are deleted when their object is purged', async () => {
    const { store, user } = fixture()
    const { dataset } = await data(fixture())
    const account = await user(`u${++made}`)
    const { id } = await store.grants.create({ dataset_id: dataset.id, user_id: account.id, level: 'see' }, null)
    await store.datasets.remove(dataset.id, null)
    await store.datasets.purge([dataset.id])
    expect(await store.grants.get(id)).toBeUndefined()
  })

  it('grants of an older store are created from role permissions on existing objects', async () => {
    const { store, location, engine } = fixture()
    const { database, dataset } = await data(fixture())
    const { id } = await store.roles.create({ name: `r${++made}` }, null)
    await store.roles.setPairs(id, [
      ['datasource_access', `[old name].[x](id:${dataset.id})`],
      ['database_access', `[x].(id:${database.id})`],
      ['schema_access', `[${database.database_name}].[s]`],
      ['schema_access', '[missing].[s]'],
      ['datasource_access', '[x].[y](id:999999)'],
    ])
    const dialect = 'file' in location ? sqliteDialect(location.file) : postgresDialect(location.url)
    const db: AnyDatabase = new Kysely({ dialect: withValueChecks(dialect, new TransactionScope()) })
    for (const table of ['access_requests', 'grants']) await sql`drop table ${sql.table(table)}`.execute(db)
    await db.transaction().execute((tx) => up(tx, engine))
    // A later migration adds this column.
    await sql`alter table grants add column folder_id bigint`.execute(db)
    await db.destroy()
    const before = await rolesGrants(fixture(), id)
    expect(before).toHaveLength(3)
    expect(before).toEqual(
      expect.arrayContaining([
        [dataset.id, null, null, 'see'],
        [null, database.id, null, 'see'],
        [null, database.id, 's', 'see'],
      ]),
    )
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WrongTransactionStore } from './errors.ts'
import { openStore, type Store } from './store.ts'

let folder: string
let store: Store
let time = 1000
let uuids = 0
const open = () =>
  openStore(
    { file: join(folder, 'facet.db') },
    () => time,
    () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
  )

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-remember-'))
  store = await open()
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const database = (name: string) =>
  store.databases.create({ database_name: name, backend: 'duckdb', sqlalchemy_uri: 'duckdb:///a.duckdb' }, null)

describe('cached reads', () => {
  it('return the same object until a table they read is written', async () => {
    const { id } = await database('a')
    const first = await store.databases.get(id)
    expect(await store.databases.get(id)).toBe(first)
    await database('b')
    const again = await store.databases.get(id)
    expect(again).not.toBe(first)
    expect(again).toEqual(first)
  })

  it('follow changes of row rules', async () => {
    const { id: database_id } = await database('a')
    const { id } = await store.datasets.create({ database_id, table_name: 't' }, null)
    const { id: role } = await store.roles.create({ name: 'R' }, null)
    const rules = () => store.rowRules.list({ where: { some: 'tables', where: { col: 'id', op: 'eq', value: id } } })
    expect((await rules()).count).toBe(0)
    const draft = { name: 'few', filter_type: 'Regular', clause: 'n < 1', tables: [id], roles: [role] } as const
    const rule = await store.rowRules.create(draft, null)
    expect((await rules()).rows.map(({ clause }) => clause)).toEqual(['n < 1'])
    await store.rowRules.remove(rule.id, null)
    expect((await rules()).count).toBe(0)
  })

  it('follow changes of created tables and of the datasets of rules', async () => {
    const { id: database_id } = await database('a')
    const { id } = await store.datasets.create({ database_id, table_name: 't' }, null)
    const other = await store.datasets.create({ database_id: (await database('b')).id, table_name: 'o' }, null)
    const named = async () =>
      (await store.datasets.ofDatabase(database_id, [id, other.id])).map((each) => each.table_name)
    const created = async () => (await store.createdTables.ofDatabase(database_id)).map(({ name }) => name)
    expect([await named(), await created()]).toEqual([['t'], []])
    expect(await store.datasets.ofDatabase(database_id, [id])).toBe(await store.datasets.ofDatabase(database_id, [id]))
    expect(await store.createdTables.ofDatabase(database_id)).toBe(await store.createdTables.ofDatabase(database_id))
    await store.datasets.update(id, { table_name: 'renamed' }, null)
    const table = { database_id, schema: 's', name: 'copy', method: 'TABLE', user_id: null, sources: ['t'] } as const
    const added = await store.createdTables.add(table)
    expect([await named(), await created()]).toEqual([['renamed'], ['copy']])
    await store.createdTables.remove(added)
    await store.datasets.remove(id, null)
    expect([await named(), await created()]).toEqual([[], []])
  })

  it('follow writes of this process', async () => {
    const { id } = await database('a')
    await store.databases.get(id)
    await store.databases.update(id, { database_name: 'renamed' }, null)
    expect((await store.databases.get(id))?.database_name).toBe('renamed')
    await store.databases.dataChanged(id)
    expect((await store.databases.get(id))?.data_version).toBe(2)
    await store.databases.remove(id, null)
    expect(await store.databases.get(id)).toBeUndefined()
    expect((await store.databases.get(id, { deleted: true }))?.id).toBe(id)
  })

  it('follow writes of another process', async () => {
    const { id } = await database('a')
    await store.databases.get(id)
    const other = await open()
    await other.databases.update(id, { database_name: 'by another' }, null)
    await other.close()
    // Waits until the event loop turn in which another process wrote is over.
    await new Promise((resolve) => setImmediate(resolve))
    expect((await store.databases.get(id))?.database_name).toBe('by another')
  })

  it('uses no cached reads inside a transaction, and caches no reads of an aborted one', async () => {
    const { id } = await database('a')
    await store.databases.get(id)
    const undone = store.transaction(async (tx) => {
      await tx.databases.update(id, { database_name: 'undone' }, null)
      await expect(store.databases.get(id)).rejects.toThrow(WrongTransactionStore)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect((await store.databases.get(id))?.database_name).toBe('a')
  })

  it('end with a session', async () => {
    const { id: user_id } = await store.users.create(
      { username: 'u', first_name: 'U', last_name: 'V', roles: [] },
      null,
    )
    await store.sessions.create({ id: 's', user_id, csrf_secret: 'c', expires_at: 2000 })
    expect((await store.sessions.get('s'))?.user_id).toBe(user_id)
    time = 2000
    expect(await store.sessions.get('s')).toBeUndefined()
    time = 1000
  })

  it('follow revoked permissions', async () => {
    const role = await store.roles.create({ name: 'R' }, null)
    await store.roles.setPairs(role.id, [['can_read', 'Chart']])
    const { id } = await store.users.create({ username: 'u', first_name: 'U', last_name: 'V', roles: [role.id] }, null)
    expect((await store.users.current(id))?.roles).toEqual({ R: [['can_read', 'Chart']] })
    await store.roles.setPairs(role.id, [])
    expect((await store.users.current(id))?.roles).toEqual({ R: [] })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, expect, it } from 'vitest'
import { openSeededStore, writeMigratedStore } from './store-template.ts'
import { openStore } from '#server/store/store.ts'

const folder = mkdtempSync(join(tmpdir(), "facet store's 100% "))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Seeding a store needs uuids, copying one does not. */
const newUuid = (): string => {
  throw new Error('The store is not a copy')
}
const clock = () => 0

it.each([
  ['a file', { file: join(folder, 'seeded.db') }],
  ['the memory', undefined],
])('copies the built-in roles into %s', async (_, location) => {
  for (const _time of [1, 2]) {
    const store = await openSeededStore(location, clock, newUuid)
    expect(await store.roles.byName('Gamma')).toBeDefined()
    await store.close()
  }
})

it('copies an empty store of the current version into a file', async () => {
  const file = join(folder, 'migrated.db')
  await writeMigratedStore(file)
  const database = new DatabaseSync(file)
  const query = "SELECT count(*) AS count FROM sqlite_master WHERE type = 'table' AND name IN ('charts', 'roles')"
  expect(database.prepare(query).get()).toEqual({ count: 2 })
  database.close()
  const store = await openStore({ file }, clock, newUuid)
  expect(await store.roles.byName('Gamma')).toBeUndefined()
  await store.close()
})

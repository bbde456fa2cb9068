import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { seed } from '#server/store/seed.ts'
import { openStore, type Store, type StoreLocation } from '#server/store/store.ts'

type Arguments = Parameters<typeof openStore>

/** Returns a database in the memory of this process, which all connections to its name share until the last one closes. */
const inMemory = () => `file:/${randomUUID()}?vfs=memdb`

/** The time at which the template is written, in epoch milliseconds. */
const WRITTEN = Date.UTC(2024, 4, 1, 12)

let template: Promise<InstanceType<typeof DatabaseSync>> | undefined

async function makeTemplate(): Promise<InstanceType<typeof DatabaseSync>> {
  const file = inMemory()
  const database = new DatabaseSync(file)
  const store = await openStore({ file }, () => WRITTEN, randomUUID)
  await seed(store)
  await store.close()
  return database
}

/**
 * Opens a store with the built-in roles; in memory when there is no place. A new SQLite store is copied from one that is
 * migrated and seeded once per process, because that takes half of the time of a test application.
 */
export async function openSeededStore(
  place: StoreLocation | undefined,
  clock: Arguments[1],
  newUuid: Arguments[2],
): Promise<Store> {
  const given = place ?? { file: inMemory() }
  if ('url' in given || existsSync(given.file)) return seeded(await openStore(given, clock, newUuid))
  template ??= makeTemplate()
  const database = await template
  const copy = new DatabaseSync(given.file)
  database.exec(`vacuum into '${given.file.replaceAll("'", "''")}'`)
  const store = await openStore(given, clock, newUuid)
  copy.close()
  return seeded(store)
}

async function seeded(store: Store): Promise<Store> {
  await seed(store)
  return store
}

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { seedMetadata } from '#server/store/seed.ts'
import { openStore, type Store, type StoreLocation } from '#server/store/store.ts'
import { filledDatabase } from './postgres.ts'

type Arguments = Parameters<typeof openStore>

/** Returns a database in the memory of this process, which all connections to its name share until the last one closes. */
const inMemory = () => `file:/${randomUUID()}?vfs=memdb`

/** The time at which the template is written, in epoch milliseconds. */
const WRITTEN = Date.UTC(2024, 4, 1, 12)

type MemoryDatabase = InstanceType<typeof DatabaseSync>

let migrated: Promise<MemoryDatabase> | undefined
let seededTemplate: Promise<MemoryDatabase> | undefined

/** Returns a new SQLite store in memory, migrated and filled by `fill`. */
async function makeTemplate(fill: (store: Store) => Promise<void>): Promise<MemoryDatabase> {
  const file = inMemory()
  const database = new DatabaseSync(file)
  const store = await openStore({ file }, () => WRITTEN, randomUUID)
  await fill(store)
  await store.close()
  return database
}

/** Copies a template into an empty file, or into a database in memory, which has a URI. */
function writeInto(template: MemoryDatabase, file: string): void {
  // Without a URI, a path is a name in the memory of the template.
  const target = file.startsWith('file:') ? file : `${pathToFileURL(file).href}?vfs=unix`
  template.exec(`vacuum into '${target.replaceAll("'", "''")}'`)
}

/** Writes an empty store of the current version into a new SQLite file. Migrating one takes many times longer. */
export async function writeMigratedStore(file: string): Promise<void> {
  migrated ??= makeTemplate(async () => {})
  writeInto(await migrated, file)
}

/** Returns a PostgreSQL database with an empty store of the current version, copied like `writeMigratedStore`. */
export function migratedDatabase(): ReturnType<typeof filledDatabase> {
  return filledDatabase(async (url) => {
    const store = await openStore({ url }, () => WRITTEN, randomUUID)
    await store.close()
  })
}

/**
 * Opens a store with the built-in roles; in memory when there is no place. A new SQLite store is copied from one that is
 * migrated and seeded once per process, because that takes half of the time of a test application.
 */
export async function openSeededStore(
  location: StoreLocation | undefined,
  clock: Arguments[1],
  newUuid: Arguments[2],
): Promise<Store> {
  const given = location ?? { file: inMemory() }
  if ('url' in given || existsSync(given.file)) return seedStore(await openStore(given, clock, newUuid))
  seededTemplate ??= makeTemplate(seedMetadata)
  const template = await seededTemplate
  const copy = new DatabaseSync(given.file)
  writeInto(template, given.file)
  const store = await openStore(given, clock, newUuid)
  copy.close()
  return seedStore(store)
}

async function seedStore(store: Store): Promise<Store> {
  await seedMetadata(store)
  return store
}

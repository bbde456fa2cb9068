import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { User } from '#core/entity/user.ts'
import { openStore, type Store, type StoreLocation } from '#server/store/store.ts'
import { migratedDatabase, writeMigratedStore } from './store-template.ts'

/** A new store, with a fixed clock and sequential uuids. */
export interface StoreFixture {
  readonly store: Store
  readonly location: StoreLocation
  readonly engine: Store['engine']
  /** The store's current time in epoch milliseconds. */
  now: number
  /** Opens a second store in the same place, like another process. */
  readonly again: () => Promise<Store>
  /** Creates a user with this name. */
  readonly user: (username: string) => Promise<User>
}

async function open(location: StoreLocation): Promise<StoreFixture & { close(): Promise<void> }> {
  let uuids = 0
  const opened: Store[] = []
  const again = async () => {
    const store = await openStore(
      location,
      () => fixture.now,
      () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    )
    opened.push(store)
    return store
  }
  const fixture = { now: 1_700_000_000_000 }
  const store = await again()
  return Object.assign(fixture, {
    store,
    location,
    engine: store.engine,
    again,
    user: (username: string) => store.users.create({ username, first_name: username, last_name: 'Test' }, null),
    close: async () => {
      for (const each of opened) await each.close()
    },
  })
}

/** Runs the same tests on SQLite and on PostgreSQL, each with one store for all of them. */
export function onBothEngines(
  title: string,
  define: (fixture: () => StoreFixture, engine: 'sqlite' | 'postgres') => void,
): void {
  describe.each(['sqlite', 'postgres'] as const)(`${title} on %s`, (engine) => {
    let fixture: StoreFixture
    const ends: (() => Promise<void> | void)[] = []
    beforeAll(async () => {
      let location: StoreLocation
      if (engine === 'sqlite') {
        const folder = mkdtempSync(join(tmpdir(), 'facet-store-'))
        ends.push(() => rmSync(folder, { recursive: true, force: true }))
        const file = join(folder, 'meta.db')
        await writeMigratedStore(file)
        location = { file }
      } else {
        const server = await migratedDatabase()
        ends.push(() => server.stop())
        location = { url: server.url }
      }
      const opened = await open(location)
      ends.push(() => opened.close())
      fixture = opened
    })
    afterAll(async () => {
      for (const end of ends.toReversed()) await end()
    })
    define(() => fixture, engine)
  })
}

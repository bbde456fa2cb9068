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
  readonly place: StoreLocation
  readonly engine: Store['engine']
  /** The store's current time in epoch milliseconds. */
  now: number
  /** Opens a second store in the same place, like another process. */
  readonly again: () => Promise<Store>
  /** Creates a user with this name. */
  readonly user: (username: string) => Promise<User>
}

async function open(place: StoreLocation): Promise<StoreFixture & { close(): Promise<void> }> {
  let uuids = 0
  const opened: Store[] = []
  const again = async () => {
    const store = await openStore(
      place,
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
    place,
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
      let place: StoreLocation
      if (engine === 'sqlite') {
        const folder = mkdtempSync(join(tmpdir(), 'facet-store-'))
        ends.push(() => rmSync(folder, { recursive: true, force: true }))
        const file = join(folder, 'meta.db')
        await writeMigratedStore(file)
        place = { file }
      } else {
        const server = await migratedDatabase()
        ends.push(() => server.stop())
        place = { url: server.url }
      }
      const opened = await open(place)
      ends.push(() => opened.close())
      fixture = opened
    })
    afterAll(async () => {
      for (const end of ends.toReversed()) await end()
    })
    define(() => fixture, engine)
  })
}

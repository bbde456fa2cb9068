import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSettings, type Settings } from './base/config.ts'
import { completeConfig, emptyScratch, makeHome, openDiskCache, openMetadata, projectRoot } from './home.ts'
import { changePassword } from './security/accounts.ts'
import { ensureAdmin, createLinkToken } from './security/first-user.ts'
import { lockHome, processStart } from './security/home-lock.ts'
import { checkPassword } from './security/password.ts'
import { openSession, tokenHash } from './security/sessions.ts'
import { explainStartError } from './start-error.ts'

let home: string
let settings: Settings

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'facet-home-'))
  settings = readSettings({ FACET_HOME: home }, home) as Settings
  makeHome(home)
})
afterEach(() => rmSync(home, { recursive: true }))

/**
 * Deletes the newer migrations from the store's record, so that the next process to open it would change the schema.
 */
async function agedStore(): Promise<void> {
  await (await openMetadata(settings)).close()
  const database = new DatabaseSync(join(home, 'facet.db'))
  database.exec("delete from kysely_migration where name >= '008'")
  database.close()
}

const changing = () =>
  openMetadata(settings).then(
    (store) => store.close(),
    (error: unknown) => error,
  )

it('a store is not migrated while a server runs on it', async () => {
  await agedStore()
  const held = { pid: process.ppid, started: processStart(process.ppid) }
  writeFileSync(join(home, 'lock'), JSON.stringify(held))
  const error = await changing()
  expect(explainStartError(error, settings)).toBe(
    `Facet runs on ${home}, as process ${process.ppid}, and its store has another version than this program. Stop and start it again, then repeat the command.`,
  )
  expect(readdirSync(home).filter((name) => /^facet-.*\.db$/.test(name))).toEqual([])
})

it('migrates the store after copying it if the server itself holds the home', async () => {
  await agedStore()
  const release = lockHome(home)
  // The columns and indexes of the deleted migration exist already, so it fails. The test only checks that it was
  // started.
  expect(String(await changing())).toMatch(/duplicate column|already exists/)
  expect(readdirSync(home).filter((name) => /^facet-.*\.db$/.test(name))).toHaveLength(1)
  if (typeof release === 'function') release()
})

it('removes leftover files of uploads and engines of a killed server, and keeps data', () => {
  const left = ['uploads/file-a', 'databases/scratch/engine-a'].map((name) => join(home, name))
  for (const folder of left) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'file'), 'n')
  }
  const data = join(home, 'databases/uploads.duckdb')
  writeFileSync(data, '')
  emptyScratch(home)
  expect([...left, data].map((file) => existsSync(file))).toEqual([false, false, true])
})

it('rejects a store of a newer version, and names the copy to restore', async () => {
  await (await openMetadata(settings)).close()
  const database = new DatabaseSync(join(home, 'facet.db'))
  database.exec("insert into kysely_migration values ('900-of-tomorrow', '2030-01-01')")
  database.close()
  expect(explainStartError(await changing(), settings)).toBe(
    'The metadata store was made by a newer Facet: it has the migration 900-of-tomorrow. Start that version, or restore the copy from before the upgrade: docs/operate/operations.md, Roll back.',
  )
})

it('a changed password setting ends the sessions of the first user; an unchanged one ends none', async () => {
  const store = await openMetadata(settings)
  const { user } = await ensureAdmin(store, home, 'the first one')
  const session = tokenHash(await openSession(store, user.id, Date.now()))
  await ensureAdmin(store, home, 'the first one')
  expect(await store.sessions.get(session)).toBeDefined()
  expect(await store.users.tokensFrom(user.id)).toBeNull()
  const link = await createLinkToken(store, user.id, Date.now())
  await ensureAdmin(store, home, 'the second one')
  expect(await store.sessions.get(session)).toBeUndefined()
  expect(await store.loginLinks.use(tokenHash(link))).toBeUndefined()
  expect(await store.users.tokensFrom(user.id)).toBeGreaterThan(0)
  await store.close()
})

it('the file of the generated password is not named after the password was changed', async () => {
  const store = await openMetadata(settings)
  const { user, passwordFile } = await ensureAdmin(store, home, undefined)
  expect(passwordFile).toBe(join(home, 'admin-password'))
  await changePassword({ store, now: () => 1, config: settings }, user, 'one of my own', user.id)
  const { user: again, passwordFile: missing } = await ensureAdmin(store, home, undefined)
  expect(missing).toBeUndefined()
  expect(await checkPassword('one of my own', again.password ?? undefined)).toBe(true)
  await store.close()
})

it('the disk cache of a home is empty after another home has taken its place', async () => {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const config = completeConfig({ ...settings, diskCacheBytes: 100_000 }, projectRoot(import.meta.filename))
  const key = 'a'.repeat(32)
  const cachedIn = async () => {
    const cache = await openDiskCache(config, log)
    const found = await cache?.get(key)
    await cache?.set(key, { head: {}, data: Buffer.from('rows') }, 60)
    await cache?.close()
    return found !== undefined
  }
  expect([await cachedIn(), await cachedIn()]).toEqual([false, true])
  writeFileSync(join(home, 'home-id'), 'another home')
  expect(await cachedIn()).toBe(false)
})

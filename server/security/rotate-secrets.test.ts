import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { Kysely, sql } from 'kysely'
import { readSettings } from '#server/base/config.ts'
import { secretKeysOf } from '#server/base/secret-keys.ts'
import { runCommand } from '#server/commands/run-command.ts'
import { maskKeyOf } from '#server/engines/sql.ts'
import { postgresDialect } from '#server/store/postgres/dialect.ts'
import { sqliteDialect } from '#server/store/sqlite/dialect.ts'
import { SqliteDriver } from '#server/store/sqlite/driver.ts'
import { SECRET_COLUMNS } from '#server/store/stored-secrets.ts'
import { onBothEngines, type StoreFixture } from '#testing/stores.ts'
import { filesUnder } from '#testing/tree.ts'
import { connectionToStore, storedConnection } from './connection-secret.ts'
import { storedMaskKey } from './mask-key.ts'
import { rotateSecrets, secretStates } from './rotate-secrets.ts'
import { decryptSecret, encryptSecret, openSecret } from './secret-box.ts'

const OLD = 'the key of the year before'
const NEW = 'the key of this whole year'
const OTHER = 'a key that was lost for good'
const BOTH = secretKeysOf(NEW, [OLD])
const OPEN = 'postgresql://ada:hunter2@127.0.0.1:1/x'

/** Returns the output and the exit code of a command. */
async function facet({ store }: StoreFixture, words: string, environment: Record<string, string>) {
  const settings = readSettings(environment, tmpdir())
  if ('problems' in settings) throw new Error(settings.problems.join())
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const terminal = {
    print,
    printMessage: print,
    isPerson: false,
    promptHidden: async () => '',
    readAll: async () => '',
  }
  const openStore = async () => ({ ...store, close: async () => {} })
  const code = await runCommand(words.split(' '), { terminal, now: () => 5, settings, openStore })
  return { code, lines }
}

/** Returns the columns of the store, as `table.column`, with a value that the key decrypts; settings by their key. */
async function encryptedColumns({ location, engine }: StoreFixture, key: string): Promise<readonly string[]> {
  const dialect = 'url' in location ? postgresDialect(location.url) : sqliteDialect(new SqliteDriver(location.file))
  const db = new Kysely<Record<string, Record<string, unknown>>>({ dialect })
  try {
    const list =
      engine === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
        : sql<{ name: string }>`select table_name as name from information_schema.tables
            where table_schema = current_schema() and table_type = 'BASE TABLE'`
    const found = new Set<string>()
    for (const { name } of (await list.execute(db)).rows) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
      for (const row of rows)
        for (const [column, value] of Object.entries(row))
          if (typeof value === 'string' && openSecret(key, value))
            found.add(`${name}.${column}${name === 'settings' ? ` ${String(row['key'])}` : ''}`)
    }
    return [...found].toSorted()
  } finally {
    await db.destroy()
  }
}

const known = SECRET_COLUMNS.map(({ table, column, row }) => `${table}.${column}${row === undefined ? '' : ` ${row}`}`)

onBothEngines('the rotation of the secret key', (fixture) => {
  const databaseOf = async (id: number) => (await fixture().store.databases.get(id)) ?? expect.fail()

  it('encrypts every stored secret again, and leaves all values as they were', async () => {
    const { store, user } = fixture()
    const maskKey = await storedMaskKey(store.settings, OLD)
    expect(maskKey).toBe(maskKeyOf(OLD))
    const draft = {
      database_name: 'far',
      backend: 'postgresql',
      ...connectionToStore({ sqlalchemy_uri: OPEN, server_cert: null }, undefined, { secretKey: OLD }),
    }
    const database = await store.databases.create(draft, null)
    const deleted = await store.databases.create({ ...draft, database_name: 'deleted' }, null)
    await store.databases.remove(deleted.id, null)
    const ada = await user('ada')
    await store.secondFactors.add({ user_id: ada.id, secret: encryptSecret(OLD, 'codes'), last_step: 7 })
    const session = { id: 'ada', user_id: ada.id, csrf_secret: 'x', expires_at: fixture().now + 1e9 }
    await store.sessions.create({ ...session, sign_out_token: encryptSecret(OLD, 'an ID token') })
    const recent = connectionToStore({ sqlalchemy_uri: OPEN, server_cert: null }, undefined, { secretKey: NEW })
    await store.databases.create({ ...draft, database_name: 'new', ...recent }, null)

    expect(await encryptedColumns(fixture(), OLD)).toEqual([...known].toSorted())
    const environment = { FACET_SECRET_KEY: NEW, FACET_SECRET_KEY_PREVIOUS: OLD }
    const counted = [
      'Encrypted with the current key: 1 (databases 1)',
      'Encrypted with a previous key: 5 (databases 2, second_factors 1, sessions 1, settings 1)',
      'Encrypted with another key: 0',
    ]
    const before = await store.storedSecrets.all()
    const rehearsal = await facet(fixture(), 'secret rotate --dry-run', environment)
    expect(rehearsal).toEqual({ code: 0, lines: [...counted, expect.stringMatching(/^Nothing was changed in /)] })
    expect(await store.storedSecrets.all()).toEqual(before)

    const { version, changed_on } = await databaseOf(database.id)
    const done = await facet(fixture(), 'secret rotate', environment)
    expect(done.lines.slice(0, 3)).toEqual(counted)
    expect([done.code, done.lines[3]]).toEqual([
      0,
      expect.stringMatching(/^5 secrets were encrypted with the current key in /),
    ])
    expect(await encryptedColumns(fixture(), OLD)).toEqual([])
    const after = await databaseOf(database.id)
    expect(after).toMatchObject({ version, changed_on, sqlalchemy_uri: draft.sqlalchemy_uri })
    expect(storedConnection(after, NEW).sqlalchemy_uri).toBe(OPEN)
    expect(decryptSecret(NEW, (await store.secondFactors.ofUser(ada.id))?.secret ?? '')).toBe('codes')
    expect((await store.secondFactors.ofUser(ada.id))?.last_step).toBe(7)
    expect(decryptSecret(NEW, (await store.sessions.get('ada'))?.sign_out_token ?? '')).toBe('an ID token')
    expect([await storedMaskKey(store.settings, BOTH), await storedMaskKey(store.settings, NEW)]).toEqual([
      maskKey,
      maskKey,
    ])
    expect((await facet(fixture(), 'secret rotate', environment)).lines).toContain('Encrypted with a previous key: 0')
  })

  it('a server with the previous key finds the new values only by compare and set', async () => {
    const { store } = fixture()
    const secret = (await store.storedSecrets.all()).find(({ table }) => table === 'databases')
    if (!secret) return expect.fail()
    expect(await store.storedSecrets.replace({ ...secret, value: 'what was read before' }, 'x')).toBe(false)
    expect(await store.storedSecrets.replace(secret, encryptSecret(OLD, decryptSecret(NEW, secret.value)))).toBe(true)
    const states = await secretStates(store, BOTH)
    expect([states.previous.length, states.unreadable.length]).toEqual([1, 0])
  })

  it('doctor and the command report secrets of previous keys, and secrets that no key decrypts', async () => {
    const { store } = fixture()
    const secret = (await store.storedSecrets.all()).find(({ table }) => table === 'second_factors')
    if (!secret) return expect.fail()
    await store.storedSecrets.replace(secret, encryptSecret(OTHER, 'codes'))
    const environment = { FACET_SECRET_KEY: NEW, FACET_SECRET_KEY_PREVIOUS: OLD }
    const doctor = await facet(fixture(), 'doctor', environment)
    const lost =
      `No secret key decrypts second_factors ${secret.id}. Add their key to FACET_SECRET_KEY_PREVIOUS; ` +
      'if it is lost, reset the second factors of the users.'
    expect(doctor.lines.filter((line) => line.includes('secret key decrypts'))).toEqual([
      'ok     The current secret key decrypts 4 stored secrets',
      'note   Only a previous secret key decrypts 1 stored secrets (databases 1): run npm run facet -- secret rotate',
      `FAILED ${lost}`,
    ])
    const rotated = await facet(fixture(), 'secret rotate', environment)
    expect([rotated.code, rotated.lines.at(-1)]).toEqual([1, lost])
    const { previous, replaced } = await rotateSecrets(store, secretKeysOf(NEW, [OLD, OTHER]))
    expect([previous.map(({ table }) => table), replaced]).toEqual([['second_factors'], 1])
    expect((await secretStates(store, NEW)).unreadable).toEqual([])
  })

  it('the key of hashed columns is that of the oldest key if the store has none yet', async () => {
    const { store } = fixture()
    await store.settings.remove('mask_key')
    expect(await storedMaskKey(store.settings, secretKeysOf(NEW, [OTHER, OLD]))).toBe(maskKeyOf(OLD))
    expect(await storedMaskKey(store.settings, NEW)).toBe(maskKeyOf(OLD))
    expect(await storedMaskKey(store.settings, OTHER)).toBe(maskKeyOf(OTHER))
    const lost = await facet(fixture(), 'secret rotate', { FACET_SECRET_KEY: OTHER })
    expect([lost.code, lost.lines.at(-1)]).toEqual([1, expect.stringContaining('settings mask_key')])
    expect(await storedMaskKey(store.settings, NEW)).toBe(maskKeyOf(OLD))
    await facet(fixture(), 'secret rotate --replace-mask-key', { FACET_SECRET_KEY: OTHER })
    const random = await storedMaskKey(store.settings, secretKeysOf(NEW, [OTHER]))
    expect([OLD, NEW, OTHER].map(maskKeyOf)).not.toContain(random)
    expect(await storedMaskKey(store.settings, OTHER)).toBe(random)
  })

  it('a key of hashed columns that a previous key decrypts is replaced by a random one on request', async () => {
    const { store } = fixture()
    await store.settings.set('mask_key', encryptSecret(OLD, maskKeyOf(OLD)))
    const { replaced, previous } = await rotateSecrets(store, BOTH, { replaceMaskKey: true })
    expect(replaced).toBe(previous.length)
    const random = await storedMaskKey(store.settings, NEW)
    expect(random).toMatch(/^mask-key:[0-9a-f]{64}$/)
    expect([OLD, NEW].map(maskKeyOf)).not.toContain(random)
    await rotateSecrets(store, BOTH, { replaceMaskKey: true })
    expect(await storedMaskKey(store.settings, NEW)).not.toBe(random)
  })
})

it('every encrypted value goes to a listed column, or to a cookie or ticket that ends within minutes', () => {
  const callers = filesUnder('server')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('secret-box.ts'))
    .filter((file) => /\bencryptSecret\(/.test(readFileSync(file, 'utf8')))
  // A file that encrypts a value for another column of the store adds it to SECRET_COLUMNS and to the test above.
  expect(callers.map((file) => file.replace(/^.*server\//, 'server/')).toSorted()).toEqual([
    'server/http/provider-page.ts', // sessions.sign_out_token
    'server/http/saml-page.ts', // key_value, for a minute
    'server/identity/second-factor.ts', // second_factors.secret, tickets of ten minutes
    'server/identity/sign-in-ticket.ts', // cookies of ten minutes
    'server/security/connection-secret.ts', // databases.secrets
    'server/security/mask-key.ts', // settings.value mask_key
    'server/security/rotate-secrets.ts',
  ])
})

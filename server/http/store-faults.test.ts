import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { makeApp } from '#server/app.ts'
import { withValueChecks, TransactionScope } from '#server/store/guard.ts'
import { sqliteDialect } from '#server/store/sqlite/dialect.ts'
import { openStore } from '#server/store/store.ts'
import { seedMetadata } from '#server/store/seed.ts'
import { makeTestApp } from '#testing/app.ts'
import { startPostgres } from '#testing/postgres.ts'
import { asApiError } from '#server/store/as-api-error.ts'

const LONG = { timeout: 60_000 }

it('reports a full disk as disk-full for every statement', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-full-'))
  const dialect = withValueChecks(sqliteDialect(join(folder, 'meta.db')), new TransactionScope())
  const db = new Kysely<never>({ dialect })
  const run = (sql: string) => db.executeQuery(CompiledQuery.raw(sql))
  await run('create table texts (value text)')
  await run('pragma max_page_count = 10')
  const full = await run('insert into texts values (hex(zeroblob(100000)))').catch((error: unknown) => error)
  expect(asApiError(full)).toMatchObject({ code: 'disk-full', row: { status: 507 } })
  await run("insert into texts values ('short')")
  await db.destroy()
  rmSync(folder, { recursive: true })
})

it.each([
  ['at the end of a transaction', new Error('database or disk is full'), 'disk-full'],
  ['with a full disk', Object.assign(new Error('could not extend file'), { code: '53100' }), 'disk-full'],
  ['that is refused', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'unavailable'],
  ['that is reset', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), 'unavailable'],
  ['that the server terminates', Object.assign(new Error('terminating connection'), { code: '57P01' }), 'unavailable'],
  [
    'to a server that is starting',
    Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    'unavailable',
  ],
  ['that ended unexpectedly', new Error('Connection terminated unexpectedly'), 'unavailable'],
  ['that times out', new Error('timeout exceeded when trying to connect'), 'unavailable'],
  ['with an unrelated error', new Error('relation "x" does not exist'), undefined],
])('classifies the error of a connection %s as %s', async (_what, said, code) => {
  const failing = async () => {
    throw said
  }
  const driver = {
    init: async () => {},
    acquireConnection: async () => ({ executeQuery: async () => ({ rows: [] }), streamQuery: () => [] as never }),
    beginTransaction: async () => {},
    commitTransaction: failing,
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  const plain = sqliteDialect(':memory:')
  const dialect = withValueChecks({ ...plain, createDriver: () => driver }, new TransactionScope())
  const db = new Kysely<never>({ dialect })
  const ended = await db
    .transaction()
    .execute(async () => {})
    .catch((error: unknown) => error)
  expect(asApiError(ended)?.code).toBe(code)
})

it('requests wait while the store is down, and the server keeps running', LONG, async () => {
  const postgres = await startPostgres()
  let uuids = 0
  const store = await openStore(
    { url: postgres.url },
    Date.now,
    () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
  )
  await seedMetadata(store)
  const fixture = await makeTestApp()
  const app = await makeApp({ ...fixture.context, store })
  expect((await app.inject('/api/v1/me/')).statusCode).toBe(401)

  // The backend of its connection ends between two statements of one transaction.
  const cut = await store
    .transaction(async (inner) => {
      await inner.settings.set('one', '1')
      const other = new pg.Client(postgres.url)
      await other.connect()
      await other.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
      )
      await other.end()
      await inner.settings.set('two', '2')
    })
    .catch((error: unknown) => error)
  expect(asApiError(cut)?.code).toBe('unavailable')
  expect(await store.settings.get('one')).toBeUndefined()

  await postgres.stop()
  for (const url of ['/api/v1/me/', '/health', '/login/', '/api/v1/chart/']) {
    const answer = await app.inject(url)
    expect([url, answer.statusCode, answer.json().message]).toEqual([url, 503, 'The server is not ready'])
  }
  await app.close()
  await store.close()
  await fixture.close()
})

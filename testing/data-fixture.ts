import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestRules } from '#core/access/rules.ts'
import type { FastifyInstance } from 'fastify'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset, DatasetDraft } from '#core/entity/dataset.ts'
import { makeApp } from '#server/app.ts'
import { readSettings } from '#server/base/config.ts'
import { DiskCache } from '#server/cache/disk-cache.ts'
import type { Context } from '#server/route/context.ts'
import { QueryLog } from '#server/data/log/query-log.ts'
import { ChartDataService } from '#server/data/chart-data-service.ts'
import { completeConfig, makeHome, makeSqlExports, projectRoot } from '#server/home.ts'
import { AsyncQueries } from '#server/jobs/async-queries.ts'
import { makeAttempts } from '#server/security/sign-in-attempts.ts'
import { storedMaskKey } from '#server/security/mask-key.ts'
import { signToken } from '#server/security/token.ts'
import { createLocalSharedState } from '#server/shared/local-shared.ts'
import { SqlQueries } from '#server/sqllab/sql-queries.ts'
import type { StoreLocation } from '#server/store/store.ts'
import { writeDuckDB } from './duckdb-file.ts'
import { openSeededStore } from './store-template.ts'

/** A server without a port and with its own database file. */
export interface DataFixture {
  readonly context: Context
  readonly app: FastifyInstance
  readonly database: Database
  readonly admin: CurrentUser
  readonly home: string
  /** Warnings of the server: message and details. */
  readonly warned: readonly unknown[]
  /** The server's current time in epoch milliseconds. */
  now: number
  /** Returns a bearer token of a user with these roles, created on first use. */
  token(username: string, ...roles: string[]): Promise<string>
  dataset(draft: Omit<DatasetDraft, 'database_id'>): Promise<Dataset>
  /** Ends the server; with `keep`, its files are not deleted. */
  close(keep?: 'keep'): Promise<void>
}

/** Optional parts of a fixture besides its database. */
export interface FixtureParts {
  /** The folder of an earlier fixture: its stores are opened again. It is deleted when this fixture closes. */
  readonly home?: string
  /** Location of the metadata store. Default: a file of its home. */
  readonly location?: StoreLocation
  /** Another fixture whose metadata store and shared state this one uses; close that one last. */
  readonly peer?: DataFixture
  /** Bytes of the disk cache; none by default. */
  readonly diskBytes?: number
  readonly cacheBytes?: number
  readonly graceSeconds?: number
  /** Maximum bytes of one result. */
  readonly resultBytes?: number
  /** Query timeout in milliseconds. */
  readonly timeoutMs?: number
}

let fixtureCount = 0

/** Opens a fixture whose database is created by `statements`; `environment` adds settings and feature flags. */
export async function openDataFixture(
  statements: readonly string[],
  now: number,
  environment: Readonly<Record<string, string>> = {},
  parts: FixtureParts = {},
): Promise<DataFixture> {
  const home = parts.home ?? mkdtempSync(join(tmpdir(), 'facet-data-'))
  const warned: unknown[] = []
  makeHome(home)
  const root = projectRoot(new URL(import.meta.url).pathname)
  const settings = readSettings({ FACET_HOME: home, FACET_EXAMPLES: '0', ...environment }, root)
  if ('problems' in settings) throw new Error(settings.problems.join())
  const config = completeConfig(settings, root)
  const fixture = { now }
  let uuids = ++fixtureCount * 1_000_000
  const newUuid = () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`
  const clock = () => fixture.now
  const besides = parts.peer?.context
  const location = parts.location ?? { file: join(home, 'facet.db') }
  const store = besides?.store ?? (await openSeededStore(location, clock, newUuid))
  const directory = join(home, 'databases')
  const log = {
    debug() {},
    info() {},
    warn: (message: string, detail: unknown) => warned.push([message, detail]),
    error: (message: string, detail: unknown) => console.error(message, detail),
  }
  const queryLog = new QueryLog({ store, log })
  const disk = parts.diskBytes
    ? {
        disk: await DiskCache.open({
          directory: join(home, 'cache'),
          bytes: parts.diskBytes,
          now: clock,
          log,
          stamp: '',
        }),
      }
    : {}
  const shared =
    besides?.shared ??
    createLocalSharedState({
      cacheBytes: parts.cacheBytes ?? 50_000_000,
      graceSeconds: parts.graceSeconds ?? 0,
      now: clock,
      ...disk,
    })
  const chartData = new ChartDataService({
    store,
    shared,
    directory,
    now: clock,
    slots: 2,
    access: requestRules(config.flags),
    timeoutMs: parts.timeoutMs ?? 20_000,
    secretKey: config.secretKey,
    maskKey: await storedMaskKey(store.settings, config.secretKey),
    ...(parts.resultBytes === undefined ? {} : { resultBytes: parts.resultBytes }),
    queryLog,
  })
  const jobs = { name: `test ${fixtureCount}`, slots: 8, lease: 300, pause: 20 }
  const asyncQueries = new AsyncQueries({ store, shared, chartData, log, now: clock, ...jobs })
  const sqlQueries = new SqlQueries({
    store,
    shared,
    chartData,
    log,
    now: clock,
    newUuid,
    timeoutMs: 60_000,
    limits: config.sqlResults,
  })
  const sqlExports = makeSqlExports(config, { store, shared, chartData, log, now: clock })
  const context: Context = {
    sqlQueries,
    sqlExports,
    config,
    store,
    shared,
    chartData,
    log,
    attempts: makeAttempts(shared),
    now: clock,
    newUuid,
    ...(config.flags.GLOBAL_ASYNC_QUERIES ? { asyncQueries } : {}),
  }
  const present = await store.databases.find({ col: 'database_name', op: 'eq', value: 'examples' })
  const database =
    present ??
    (await store.databases.create(
      { database_name: 'examples', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///examples.duckdb' },
      null,
    ))
  if (statements.length > 0) await writeDuckDB(directory, 'examples.duckdb', statements)
  const app = await makeApp(context)
  await context.asyncQueries?.start()
  const userId = async (username: string, roles: readonly string[]): Promise<number> => {
    const known = await store.users.byUsername(username)
    if (known) return known.id
    const ids = await Promise.all(roles.map(async (name) => (await store.roles.byName(name))?.id ?? 0))
    return (await store.users.create({ username, first_name: username, last_name: 'Test', roles: ids }, null)).id
  }
  const admin = await store.users.current(await userId('admin', ['Admin']))
  if (!admin) throw new Error('There is no admin')
  return Object.assign(fixture, {
    context,
    app,
    database,
    admin,
    home,
    warned,
    async token(username: string, ...roles: string[]) {
      const claims = { userId: await userId(username, roles), kind: 'access', fresh: true } as const
      return signToken(config.secretKey, claims, newUuid(), fixture.now)
    },
    dataset: (draft: Omit<DatasetDraft, 'database_id'>) =>
      store.datasets.create({ ...draft, database_id: database.id }, null),
    async close(keep?: 'keep') {
      await app.close()
      await context.asyncQueries?.stop()
      await sqlQueries.stop()
      await sqlExports.stop()
      await chartData.close()
      if (!besides) {
        await shared.close()
        await store.close()
      }
      if (keep !== 'keep') rmSync(home, { recursive: true, force: true })
    },
  })
}

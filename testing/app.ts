import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestRules } from '#core/access/rules.ts'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Chart, ChartDraft } from '#core/entity/chart.ts'
import type { Dashboard, DashboardDraft } from '#core/entity/dashboard.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset, DatasetDraft } from '#core/entity/dataset.ts'
import type { User } from '#core/entity/user.ts'
import { makeApp } from '#server/app.ts'
import { type Config, readSettings } from '#server/base/config.ts'
import type { Context } from '#server/route/context.ts'
import { ChartDataService } from '#server/data/chart-data-service.ts'
import { makeSqlExports, withStoredFlags } from '#server/home.ts'
import { startOwnership } from '#server/home-ownership.ts'
import { makeAttempts } from '#server/security/sign-in-attempts.ts'
import { csrfToken } from '#server/security/csrf.ts'
import { storedMaskKey } from '#server/security/mask-key.ts'
import { findSession, openSession } from '#server/security/sessions.ts'
import { createLocalSharedState } from '#server/shared/local-shared.ts'
import { SqlQueries } from '#server/sqllab/sql-queries.ts'
import type { StoreLocation } from '#server/store/store.ts'
import { migratedDatabase, openSeededStore } from './store-template.ts'

/* A server with an in-memory store for tests. Tests call it over HTTP without a network. */

/** The time of every test application, until the test changes it. */
export const NOON = Date.UTC(2024, 4, 1, 12)

export const PASSWORD = 'a password of the tests'

/** A caller with a session cookie and its CSRF token, or with neither. */
export interface Client {
  readonly user: CurrentUser | undefined
  get(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
  post(url: string, payload?: unknown, options?: InjectOptions): Promise<LightMyRequestResponse>
  put(url: string, payload?: unknown, options?: InjectOptions): Promise<LightMyRequestResponse>
  delete(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
}

/** The complete server in this process: real stores in a separate folder, without a port. */
export interface TestApp {
  readonly app: FastifyInstance
  readonly context: Context
  readonly home: string
  /** Lines the server logged. */
  readonly logged: string[]
  /** The server's current time in epoch milliseconds. */
  now: number
  /** Returns the user with this name; created with these roles if there is none. */
  user(username: string, roles: readonly string[]): Promise<User>
  /** Returns a caller with a session; `roles` name the user. */
  as(...roles: readonly string[]): Promise<Client>
  signedIn(user: User): Promise<Client>
  readonly nobody: Client
  database(values?: Partial<Database>): Promise<Database>
  dataset(values?: Partial<DatasetDraft>): Promise<Dataset>
  chart(values?: Partial<ChartDraft>): Promise<Chart>
  dashboard(values?: Partial<DashboardDraft>): Promise<Dashboard>
  close(): Promise<void>
}

export interface AppOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly config?: Partial<Config>
  /** An existing home. Default: a new one. It is deleted with the server. */
  readonly home?: string
  /** Location of the metadata store. Default: in memory. */
  readonly location?: StoreLocation
  /** Returns epoch milliseconds. Default: `now` of the fixture, which stands still. */
  readonly clock?: () => number
  /** The number in the first uuid, for a store that has rows already. */
  readonly firstUuid?: number
}

/** The lowest cost that Argon2 accepts: a check takes the cost from the hash, and with the usual one 20 ms. */
const LOWEST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** The hash of `PASSWORD`, computed once per process. */
let passwordHash: Promise<string> | undefined

/** Creates a server for tests. Close it when done. */
export async function makeTestApp(options: AppOptions = {}): Promise<TestApp> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'facet-test-'))
  const logged: string[] = []
  const fixture = { now: NOON, uuids: options.firstUuid ?? 0 }
  const now = options.clock ?? (() => fixture.now)
  const newUuid = () => `00000000-0000-4000-8000-${String(++fixture.uuids).padStart(12, '0')}`
  const database =
    process.env['FACET_TEST_STORE'] === 'postgres' && !options.location ? await migratedDatabase() : undefined
  const location = database ? { url: database.url } : options.location
  const store = await openSeededStore(location, now, newUuid)
  const config = await withStoredFlags(readConfig(home, options), store)
  const record = (message: string, detail?: object) => void logged.push(JSON.stringify({ message, ...detail }))
  const log = { debug: () => {}, info: record, warn: record, error: record }
  const running = await startOwnership(store, home, { log, now })
  const held = running && { ownership: running.ownership }
  const shared = createLocalSharedState({ cacheBytes: 1e7, now, ...(running && { limits: store.limitCounts }) })
  const chartData = new ChartDataService({
    store,
    shared,
    directory: join(home, 'databases'),
    dataDirectories: config.dataDirectories,
    extensions: config.duckdbExtensions,
    objectStores: config.objectStores,
    now,
    slots: 2,
    access: requestRules(config.flags),
    timeoutMs: 60_000,
    secretKey: config.secretKey,
    maskKey: await storedMaskKey(store.settings, config.secretKey),
    ...held,
  })
  const sqlQueries = new SqlQueries({
    store,
    shared,
    chartData,
    log,
    now,
    newUuid,
    timeoutMs: 60_000,
    limits: config.sqlResults,
  })
  const sqlExports = makeSqlExports(config, { store, shared, chartData, log, now })
  const attempts = makeAttempts(shared)
  const context: Context = {
    config,
    store,
    shared,
    chartData,
    log,
    ...held,
    sqlQueries,
    sqlExports,
    attempts,
    now,
    newUuid,
  }
  const app = await makeApp(context)
  return Object.assign(fixture, {
    app,
    context,
    home,
    logged,
    ...createUsers(app, context),
    ...entities(context),
    async close() {
      await app.close()
      await sqlQueries.stop()
      await sqlExports.stop()
      await chartData.close()
      await shared.close()
      await running?.stop()
      await store.close()
      await database?.stop()
      rmSync(home, { recursive: true, force: true })
    },
  })
}

function readConfig(home: string, { environment, config }: AppOptions): Config {
  const settings = readSettings({ FACET_HOME: home, FACET_EXAMPLES: '0', ...environment }, home)
  if ('problems' in settings) throw new Error(settings.problems.join('; '))
  const secretKey = 'the secret key of the tests'
  return { ...settings, secretKey, clientDir: join(home, 'client'), version: '0.0.0', ...config }
}

function clientOf(app: FastifyInstance, headers: Record<string, string>, user: CurrentUser | undefined): Client {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options: InjectOptions = {}) =>
    app.inject({ method, url, ...options, headers: { ...headers, ...options.headers } })
  const body = (payload: unknown) => (payload === undefined ? {} : { payload: payload as object })
  return {
    user,
    get: (url, options) => call('GET', url, options),
    post: (url, payload, options) => call('POST', url, { ...body(payload), ...options }),
    put: (url, payload, options) => call('PUT', url, { ...body(payload), ...options }),
    delete: (url, options) => call('DELETE', url, options),
  }
}

function createUsers(app: FastifyInstance, context: Context) {
  const { store, config, now } = context
  async function user(username: string, roles: readonly string[]): Promise<User> {
    const known = await store.users.byUsername(username)
    if (known) return known
    const found = await Promise.all(roles.map((role) => store.roles.byName(role)))
    passwordHash ??= hash(PASSWORD, LOWEST_COST)
    return store.users.create(
      {
        username,
        first_name: username,
        last_name: 'Test',
        email: `${username}@example.org`,
        password: await passwordHash,
        roles: found.flatMap((role) => role?.id ?? []),
      },
      null,
    )
  }
  async function signedIn(person: User): Promise<Client> {
    const cookie = await openSession(store, person.id, now())
    const session = await findSession(store, cookie, now())
    const token = csrfToken(config.secretKey, session?.csrf_secret ?? '', now())
    return clientOf(app, { cookie: `session=${cookie}`, 'x-csrftoken': token }, await store.users.current(person.id))
  }
  return {
    user,
    signedIn,
    as: async (...roles: readonly string[]) => signedIn(await user(roles.join('-').toLowerCase(), roles)),
    nobody: clientOf(app, {}, undefined),
  }
}

function entities({ store }: Context) {
  let count = 0
  async function database(values: Partial<Database> = {}): Promise<Database> {
    const known = await store.databases.find({ col: 'database_name', op: 'eq', value: values.database_name ?? 'local' })
    if (known) return known
    return store.databases.create(
      { database_name: 'local', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///local.duckdb', ...values },
      null,
    )
  }
  async function dataset(values: Partial<DatasetDraft> = {}): Promise<Dataset> {
    const database_id = values.database_id ?? (await database()).id
    const columns = [
      { column_name: 'date', type: 'TIMESTAMP', is_dttm: true },
      { column_name: 'delay', type: 'INTEGER' },
      { column_name: 'origin', type: 'VARCHAR' },
    ]
    const metrics = [{ metric_name: 'count', expression: 'COUNT(*)' }]
    return store.datasets.create({ table_name: `table_${++count}`, columns, metrics, ...values, database_id }, null)
  }
  async function chart(values: Partial<ChartDraft> = {}): Promise<Chart> {
    const datasource_id = values.datasource_id ?? (await dataset()).id
    const draft = { slice_name: `Chart ${++count}`, viz_type: 'table', datasource_type: 'table', ...values }
    return store.charts.create({ ...draft, datasource_id }, null)
  }
  const dashboard = (values: Partial<DashboardDraft> = {}): Promise<Dashboard> =>
    store.dashboards.create({ dashboard_title: `Dashboard ${++count}`, published: true, ...values }, null)
  return { database, dataset, chart, dashboard }
}

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { RECYCLE_BIN_DAYS } from '#core/entity/recycle-bin-days.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ChartDataService } from './data/chart-data-service.ts'
import { makeApp } from './app.ts'
import { type Config, readSettings, type Settings } from './base/config.ts'
import type { Context } from './route/context.ts'
import { QueryLog } from './data/log/query-log.ts'
import { CLOSE_TIMEOUT_MS, type Shutdown, makeShutdown } from './shutdown.ts'
import { loadExamples, type ExamplesLoad } from './examples.ts'
import {
  completeConfig,
  emptyScratch,
  storeServerAddress,
  makeAsyncQueries,
  makeHome,
  makeChartDataService,
  createSharedState,
  makeSqlExports,
  makeSqlQueries,
  openDiskCache,
  openMetadata,
  projectRoot,
  readAddress,
  withStoredFlags,
} from './home.ts'
import { type RunningOwnership, startOwnership } from './home-ownership.ts'
import { makeLog } from './http/log.ts'
import { CALLS_END_TIMEOUT_MS } from './http/open-calls.ts'
import type { Log } from './base/log.ts'
import { purgeSessions } from './security/view-as.ts'
import { makeAttempts } from './security/sign-in-attempts.ts'
import { ensureAdmin, type FirstUser, createLinkToken } from './security/first-user.ts'
import { lockHome } from './security/home-lock.ts'
import { unknownNames } from './base/setting-names.ts'
import { purgeTemporaryDatasets } from './dataset/temporary-datasets.ts'
import { explainStartError } from './start-error.ts'
import type { Store } from './store/store.ts'
import { ensureUploads } from './upload/uploads-database.ts'

/** Errors of reads and writes after the peer has disconnected; they affect nothing else. */
const DISCONNECT_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'])

/** True if an error only says that the other end of a connection has disconnected. */
function isDisconnect(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException
  // If the caller disconnects while the body arrives, the error has no system call; Node reports that it was aborted.
  return DISCONNECT_CODES.has(code ?? '') && (syscall === 'read' || syscall === 'write' || message === 'aborted')
}

/**
 * Ignores write errors of standard output and error: on a full disk or a closed pipe lines are lost, but the server
 * continues.
 */
function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * Handles uncaught errors. Unhandled rejections and disconnected peers are logged, and the server continues: one query
 * must not end the server for all users. After any other error the state is unknown, so the server shuts down in order,
 * with exit code 1.
 */
function handleUncaughtErrors(log: Log, end: Shutdown): void {
  const logError = (message: string, reason: unknown) =>
    log.error(message, { detail: reason instanceof Error ? (reason.stack ?? '') : String(reason) })
  process.on('unhandledRejection', (reason) => logError('Unhandled promise rejection', reason))
  process.on('uncaughtException', (error) => {
    if (isDisconnect(error)) return logError('A connection was closed by its peer', error)
    logError('Uncaught exception; the server shuts down', error)
    end.begin(1)
  })
}

const DAY_MS = 24 * 3_600_000
const PURGE_EVERY_MS = 3_600_000
/** How long the outcome of a job is retained. */
const KEEP_JOBS_MS = DAY_MS
/** Longer than the longest window of a quota. */
const KEEP_QUOTA_USES_MS = 2 * DAY_MS
/** How long the query log is retained. */
const KEEP_QUERIES_MS = 30 * DAY_MS
/** How long deleted entities stay in the bin. */
const KEEP_DELETED_MS = RECYCLE_BIN_DAYS * DAY_MS

/** The HTTP application, which listens and closes. */
type App = Awaited<ReturnType<typeof makeApp>>

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Returns the URL for users. A server that listens on every interface is reached by the loopback address. */
function baseUrl(host: string, port: number, basePath: string): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}${basePath}`
}

async function main(args: readonly string[]): Promise<void> {
  ignoreOutputErrors()
  const root = projectRoot(fileURLToPath(import.meta.url))
  const settings = readSettings(process.env, root)
  if ('problems' in settings) {
    for (const problem of settings.problems) process.stderr.write(`${problem}.\n`)
    process.exitCode = 1
    return
  }
  for (const line of unknownNames(process.env)) process.stderr.write(`${line}.\n`)
  try {
    makeHome(settings.home)
    await (args.includes('--link') ? printLink(settings) : start(settings, root))
  } catch (error) {
    process.stderr.write(`${explainStartError(error, settings)}\n`)
    process.exit(1)
  }
}

/** `--link`: creates another sign-in link, also while the server runs. */
async function printLink(settings: Settings): Promise<void> {
  const store = await openMetadata(settings)
  try {
    const { user } = await ensureAdmin(store, settings.home, settings.adminPassword)
    if (!user.active) throw new ApiError('user-inactive', { args: [user.username] })
    const token = await createLinkToken(store, user.id, Date.now())
    const address = readAddress(settings.home) ?? baseUrl(settings.host, settings.port, settings.basePath)
    printLine(`${address}/login/link/${token}`)
  } finally {
    await store.close()
  }
}

async function start(settings: Settings, root: string): Promise<void> {
  const release = lockHome(settings.home)
  if (typeof release === 'number') {
    process.stderr.write(`Facet already runs on ${settings.home}, as process ${release}.\n`)
    process.exitCode = 1
    return
  }
  // Runs after the other exit handlers: no other process may use this home while this one lives.
  process.once('exit', release)
  emptyScratch(settings.home)
  const log = makeLog({ level: settings.logLevel, now: Date.now })
  const store = await openMetadata(settings, log)
  const config = await withStoredFlags(completeConfig(settings, root), store)
  const admin = await ensureAdmin(store, config.home, config.adminPassword)
  await ensureUploads(store)
  // Users who signed in before the setting set up a second factor at their next sign-in.
  if (config.requireSecondFactor) await store.secondFactors.endOtherSessions(trustedProviders(config))
  const running = await startOwnership(store, config.home, { log, now: Date.now })
  for (const notice of running?.notices ?? []) process.stderr.write(`${notice}.\n`)
  const examples: { loading?: ExamplesLoad | undefined } = {}
  const exampleLoad = () => examples.loading?.state()
  const context = { ...(await makeContext(config, store, log, running)), exampleLoad }
  const app = await makeApp(context)
  await context.asyncQueries?.start()
  context.sqlQueries.start()
  await context.sqlExports.start()
  const end = shutDownOnSignal(context, app, () => examples.loading, running)
  handleUncaughtErrors(context.log, end)
  const address = await listen(app, config)
  process.prependOnceListener('exit', storeServerAddress(config.home, address))
  const loading = await loadExamples(store, config, root, running?.ownership)
  examples.loading = loading
  schedulePurges(store, config.logDays)
  if (loading && !(await loading.done) && !end.begun) process.stderr.write('The example data could not be loaded.\n')
  if (!end.begun) await printFirstSignIn(store, admin, address)
}

/** Returns the names of identity providers that check a second factor themselves. */
function trustedProviders({ identityProviders, samlProviders, directories, signInProxy }: Config): readonly string[] {
  return [...identityProviders, ...samlProviders, ...directories, ...(signInProxy ? [signInProxy] : [])].flatMap(
    ({ name, checks_second_factor: isChecked }) => (isChecked ? [name] : []),
  )
}

async function makeContext(
  config: Config,
  store: Store,
  log: Log,
  running: RunningOwnership | undefined,
): Promise<Context> {
  const disk = await openDiskCache(config, log)
  const shared = createSharedState(store, disk)
  const ownershipContext = running && { ownership: running.ownership }
  const chartData = await makeChartDataService(config, store, {
    shared,
    log,
    queryLog: new QueryLog({ store, log }),
    ...ownershipContext,
  })
  void warnOfDatabaseSettings(chartData, log)
  const { GLOBAL_ASYNC_QUERIES: byJobs } = config.flags
  return {
    config,
    store,
    shared,
    chartData,
    ...ownershipContext,
    log,
    ...(byJobs ? { asyncQueries: makeAsyncQueries({ store, shared, chartData, log, now: Date.now }) } : {}),
    sqlQueries: makeSqlQueries(config, { store, shared, chartData, log, now: Date.now }),
    sqlExports: makeSqlExports(config, { store, shared, chartData, log, now: Date.now }),
    attempts: makeAttempts(shared),
    now: Date.now,
    newUuid: randomUUID,
  }
}

/** Logs the errors of the settings for databases; the server starts without waiting for them. */
async function warnOfDatabaseSettings({ sources }: ChartDataService, log: Log): Promise<void> {
  for (const error of await sources.storageErrors()) log.warn(error instanceof Error ? error.message : String(error))
}

async function listen(app: App, { host, port, basePath }: Config): Promise<string> {
  await app.listen({ host, port })
  return baseUrl(host, (app.server.address() as AddressInfo).port, basePath)
}

async function printFirstSignIn(store: Store, { user, passwordFile }: FirstUser, address: string): Promise<void> {
  printLine(`Facet runs at ${address}`)
  if (passwordFile) printLine(`The password of ${user.username} is in ${passwordFile}`)
  if (user.active) {
    const token = await createLinkToken(store, user.id, Date.now())
    printLine(`Sign in within 15 minutes: ${address}/login/link/${token}`)
  }
}

/** Shuts down in order: in-flight requests, queries, stores. */
function shutDownOnSignal(
  context: Context,
  app: App,
  loading: () => ExamplesLoad | undefined,
  running: RunningOwnership | undefined,
): Shutdown {
  const end = makeShutdown({
    log: context.log,
    timeoutMs: CALLS_END_TIMEOUT_MS + CLOSE_TIMEOUT_MS,
    steps: [
      async () => loading()?.stop(),
      () => app.close(),
      () => loading()?.done,
      () => context.asyncQueries?.stop(),
      () => context.sqlQueries.stop(),
      () => context.sqlExports.stop(),
      () => context.chartData.close(),
      () => context.shared.close(),
      () => running?.stop(),
      () => context.store.close(),
    ],
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end.begin(0))
  return end
}

function schedulePurges(store: Store, logDays: number | undefined): void {
  const purge = async () => {
    await purgeSessions(store)
    await store.keyValues.purge()
    await store.loginLinks.purge()
    await store.limitCounts.purge(Date.now() - KEEP_JOBS_MS)
    await store.quotaUses.purge(Date.now() - KEEP_QUOTA_USES_MS)
    await store.jobs.purge(Date.now() - KEEP_JOBS_MS)
    await store.queryRecords.purge(Date.now() - KEEP_QUERIES_MS)
    await store.queries.forget(Date.now() - KEEP_QUERIES_MS)
    await store.events.forgetPreviews(Date.now() - KEEP_QUERIES_MS)
    if (logDays !== undefined) await store.events.purge(Date.now() - logDays * DAY_MS)
    await store.queryResults.purge()
    await store.tabStates.purge(Date.now() - KEEP_DELETED_MS)
    await purgeTemporaryDatasets(store, Date.now())
    await store.emptyBin(Date.now() - KEEP_DELETED_MS)
  }
  setInterval(() => void purge().catch(() => {}), PURGE_EVERY_MS).unref()
}

await main(process.argv.slice(2))

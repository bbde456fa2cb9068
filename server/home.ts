import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { requestRules } from '#core/access/rules.ts'
import type { SomeFlags } from '#core/rest/flags.ts'
import { DiskCache } from './cache/disk-cache.ts'
import { cacheKey } from './cache/cache-key.ts'
import type { Config, Settings } from './base/config.ts'
import { secretKeysOf } from './base/secret-keys.ts'
import { ChartDataService } from './data/chart-data-service.ts'
import type { ChartDataOptions } from './data/dependencies.ts'
import { type AsyncOptions, AsyncQueries } from './jobs/async-queries.ts'
import { uploadFolderOf } from './http/uploaded-files.ts'
import type { Log } from './base/log.ts'
import { homeOf } from './home-ownership.ts'
import { homeLockHolder } from './security/home-lock.ts'
import { storedMaskKey } from './security/mask-key.ts'
import { newSecret, secretFile } from './security/secret-file.ts'
import { HomeInUse } from './start-error.ts'
import { createLocalSharedState } from './shared/local-shared.ts'
import type { SharedState } from './shared/shared.ts'
import { SqlExports } from './sqllab/sql-exports.ts'
import { SqlQueries } from './sqllab/sql-queries.ts'
import { seedMetadata } from './store/seed.ts'
import { openStore, type Store } from './store/store.ts'

const CACHE_SHARE = 16
/** A larger memory cache gains little: entries that no longer fit are on disk. */
const MAX_CACHE_BYTES = 128 * 1024 * 1024
const GRACE_S = 3600
/** Far more than run at a time: the chart data service admits visible and short queries first, fairly among users. */
const JOB_SLOTS = 64
const LEASE_MS = 10_000
const PAUSE_MS = 1000

/** Returns the project folder: the nearest one above this file that has a package.json. */
export function projectRoot(from: string): string {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) throw new Error(`There is no package.json above ${from}`)
  }
}

/**
 * Returns the folder of the running build, which contains `server` and `client`; from source, the folder of the last
 * build. A later build does not move it.
 */
export function buildFolder(root: string): string {
  const program = fileURLToPath(import.meta.url)
  return program.endsWith('.ts') ? join(root, 'dist') : dirname(dirname(program))
}

/** Creates the folders of a home, readable by its owner only. */
export function makeHome(home: string): void {
  mkdirSync(join(home, 'databases'), { recursive: true, mode: 0o700 })
}

/**
 * Removes files that engines and uploads of a killed server left on disk. Only for a process that holds the home
 * exclusively.
 */
export function emptyScratch(home: string): void {
  for (const left of [join(home, 'databases', 'scratch'), uploadFolderOf(home)])
    rmSync(left, { recursive: true, force: true })
}

/** Returns the settings completed with values of the home and the project. */
export function completeConfig(settings: Settings, root: string): Config {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    ...settings,
    secretKey: secretKeysOf(
      settings.givenSecretKey ?? secretFile(join(settings.home, 'secret-key'), newSecret),
      settings.previousSecretKeys,
    ),
    clientDir: join(buildFolder(root), 'client'),
    version,
  }
}

/**
 * Opens the store of the settings and updates its schema and roles. Throws `HomeInUse` if that would change the store
 * under a running server of another version.
 */
export async function openMetadata({ databaseUrl, home }: Settings, log?: Log): Promise<Store> {
  const location = databaseUrl === undefined ? { file: join(home, 'facet.db') } : { url: databaseUrl }
  const store = await openStore(location, Date.now, randomUUID, {
    changing(step) {
      const holder = homeLockHolder(home)
      if (holder !== undefined && holder !== process.pid) throw new HomeInUse(home, holder)
      log?.info('The metadata store is being upgraded', { ...step })
    },
    copied: (file) => log?.info('The metadata store was copied before the upgrade', { file }),
  })
  try {
    await seedMetadata(store)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** The setting of the store with the flag defaults of the installation, as JSON; migration 045 writes it. */
const FLAG_DEFAULTS = 'flag defaults'

/** Returns the settings with the flag defaults of the installation. Flags that are set are unchanged. */
export async function withStoredFlags<S extends Settings>(settings: S, store: Pick<Store, 'settings'>): Promise<S> {
  const stored = JSON.parse((await store.settings.get(FLAG_DEFAULTS)) ?? '{}') as SomeFlags
  return { ...settings, flags: { ...settings.flags, ...stored, ...settings.givenFlags } }
}

/** Returns the state that servers share. Limits are counted in the store if several servers may use it. */
export function createSharedState(store: Store, disk?: DiskCache): SharedState {
  const cacheBytes = Math.min(MAX_CACHE_BYTES, Math.floor(totalmem() / CACHE_SHARE))
  return createLocalSharedState({
    cacheBytes,
    graceSeconds: GRACE_S,
    now: Date.now,
    ...(disk && { disk }),
    ...(store.engine === 'postgres' && { limits: store.limitCounts }),
  })
}

/** Creates the chart data service for the settings. */
export async function makeChartDataService(
  config: Config,
  store: Store,
  parts: Pick<ChartDataOptions, 'shared' | 'queryLog' | 'log' | 'ownership'>,
): Promise<ChartDataService> {
  return new ChartDataService({
    store,
    directory: join(config.home, 'databases'),
    dataDirectories: config.dataDirectories,
    extensions: config.duckdbExtensions,
    objectStores: config.objectStores,
    now: Date.now,
    // One more than the cores, because the last free slot is reserved for a user without a running query.
    slots: Math.max(2, availableParallelism()) + 1,
    processes: config.engineProcesses,
    timeoutMs: config.webTimeout * 1000,
    cacheTimeout: config.cacheTimeout,
    secretKey: config.secretKey,
    maskKey: await storedMaskKey(store.settings, config.secretKey),
    access: requestRules(config.flags),
    templates: config.flags.ENABLE_TEMPLATE_PROCESSING,
    ...parts,
  })
}

/** Opens the disk cache if the settings want one. Its entries belong to one version and one metadata store. */
export async function openDiskCache(config: Config, log: Log): Promise<DiskCache | undefined> {
  const { home, version, databaseUrl = null, diskCacheBytes: bytes } = config
  const homeId = homeOf(home).id
  if (bytes === 0) return undefined
  const stamp = cacheKey({ version, databaseUrl, homeId })
  return DiskCache.open({ directory: join(home, 'cache'), bytes, now: Date.now, log, stamp })
}

/** Creates the job queue for chart data, if chart data is answered by jobs. */
export function makeAsyncQueries(
  parts: Pick<AsyncOptions, 'store' | 'shared' | 'chartData' | 'log' | 'now'>,
): AsyncQueries {
  return new AsyncQueries({ ...parts, name: randomUUID(), slots: JOB_SLOTS, lease: LEASE_MS, pause: PAUSE_MS })
}

/** Creates the runner for SQL Lab queries. */
export function makeSqlQueries(
  { webTimeout, sqlResults }: Pick<Config, 'webTimeout' | 'sqlResults'>,
  parts: Pick<AsyncOptions, 'store' | 'shared' | 'chartData' | 'log' | 'now'>,
): SqlQueries {
  return new SqlQueries({ ...parts, newUuid: randomUUID, timeoutMs: webTimeout * 1000, limits: sqlResults })
}

/** Creates the exporter that writes all rows of a SQL Lab query to a file of the home. */
export function makeSqlExports(
  { home, exportRows: maxRows, exportRoleRows: roleRows }: Pick<Config, 'home' | 'exportRows' | 'exportRoleRows'>,
  parts: Pick<AsyncOptions, 'store' | 'shared' | 'chartData' | 'log' | 'now'>,
): SqlExports {
  const files = { home: homeOf(home), directory: join(home, 'exports') }
  return new SqlExports({ ...parts, ...files, newUuid: randomUUID, maxRows, roleRows })
}

const addressFile = (home: string) => join(home, 'address')

/** Stores the address of the server, for sign-in links made by another process. */
export function storeServerAddress(home: string, address: string): () => void {
  writeFileSync(addressFile(home), `${address}\n`)
  return () => rmSync(addressFile(home), { force: true })
}

/** Returns the address of the running server of a home; undefined if none runs. */
export function readAddress(home: string): string | undefined {
  try {
    return readFileSync(addressFile(home), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

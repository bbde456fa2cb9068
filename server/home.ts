import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { DiskCache } from './cache/disk.ts'
import { cacheKey } from './cache/key.ts'
import type { Config, Settings } from './base/config.ts'
import { ChartDataService } from './data/chart-data-service.ts'
import type { ChartDataOptions } from './data/dependencies.ts'
import { type AsyncOptions, AsyncQueries } from './jobs/async-queries.ts'
import { uploadedFilesIn } from './http/uploaded-files.ts'
import type { Log } from './base/log.ts'
import { homeOf } from './home-ownership.ts'
import { homeHolder } from './security/home-lock.ts'
import { newSecret, secretFile } from './security/secret-file.ts'
import { HomeInUse } from './start-error.ts'
import { localShared } from './shared/local.ts'
import type { Shared } from './shared/shared.ts'
import { SqlExports } from './sqllab/sql-exports.ts'
import { SqlQueries } from './sqllab/sql-queries.ts'
import { seed } from './store/seed.ts'
import { openStore, type Store } from './store/store.ts'

const CACHE_SHARE = 16
/** More is not missed: what no longer fits is on disk. */
const MAX_CACHE_BYTES = 128 * 1024 * 1024
const GRACE_S = 3600
/** Far more than run at a time: the road lets in the visible and short first, fair among users. */
const JOB_PLACES = 64
const LEASE_MS = 10_000
const PAUSE_MS = 1000

/** Folder of the project: the nearest one above this file that has a package.json. */
export function projectRoot(from: string): string {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) throw new Error(`There is no package.json above ${from}`)
  }
}

/**
 * Folder of the build that this program is part of, with `server` and `client` in it; from source, where the last build
 * stands. A later build does not move it.
 */
export function buildFolder(root: string): string {
  const program = fileURLToPath(import.meta.url)
  return program.endsWith('.ts') ? join(root, 'dist') : dirname(dirname(program))
}

/** Makes the folders of a home; only its owner may look into it. */
export function makeHome(home: string): void {
  mkdirSync(join(home, 'databases'), { recursive: true, mode: 0o700 })
}

/** Removes what engines and uploads of a server that was killed have left on disk. For who has the home for himself. */
export function emptyScratch(home: string): void {
  for (const left of [join(home, 'databases', 'scratch'), uploadedFilesIn(home)])
    rmSync(left, { recursive: true, force: true })
}

/** Settings together with what the home and the project say. */
export function completeConfig(settings: Settings, root: string): Config {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    ...settings,
    secretKey: settings.givenSecretKey ?? secretFile(join(settings.home, 'secret-key'), newSecret),
    clientDir: join(buildFolder(root), 'client'),
    version,
  }
}

/**
 * The store of the settings, its schema and roles up to date. Fails with `HomeInUse` when that would change it under a
 * server of another version.
 */
export async function openMetadata({ databaseUrl, home }: Settings, log?: Log): Promise<Store> {
  const place = databaseUrl === undefined ? { file: join(home, 'facet.db') } : { url: databaseUrl }
  const store = await openStore(place, Date.now, randomUUID, {
    changing(step) {
      const holder = homeHolder(home)
      if (holder !== undefined && holder !== process.pid) throw new HomeInUse(home, holder)
      log?.info('The metadata store is brought up to date', { ...step })
    },
    copied: (file) => log?.info('The metadata store was copied as it was before', { file }),
  })
  try {
    await seed(store)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** What the server shares with others: counted limits, where several servers may use the store. */
export function makeShared(store: Store, disk?: DiskCache): Shared {
  const cacheBytes = Math.min(MAX_CACHE_BYTES, Math.floor(totalmem() / CACHE_SHARE))
  return localShared({
    cacheBytes,
    now: Date.now,
    ...(disk && { disk }),
    ...(store.engine === 'postgres' && { limits: store.limitCounts }),
  })
}

/** The road to data of the settings. */
export function makeChartDataService(
  config: Config,
  store: Store,
  parts: Pick<ChartDataOptions, 'shared' | 'queryLog' | 'ownership'>,
): ChartDataService {
  return new ChartDataService({
    store,
    directory: join(config.home, 'databases'),
    now: Date.now,
    // One is always left for somebody else.
    places: Math.max(2, availableParallelism()) + 1,
    processes: config.engineProcesses,
    timeoutMs: config.webTimeout * 1000,
    cacheTimeout: config.cacheTimeout,
    secretKey: config.secretKey,
    access: { byRole: config.flags.DASHBOARD_RBAC },
    templates: config.flags.ENABLE_TEMPLATE_PROCESSING,
    graceSeconds: GRACE_S,
    ...parts,
  })
}

/** The answers kept on disk, where the settings want any. They are of one version and one metadata store. */
export async function openDiskCache(config: Config, log: Log): Promise<DiskCache | undefined> {
  const { home, version, databaseUrl = null, diskCacheBytes: bytes } = config
  const homeId = homeOf(home).id
  if (bytes === 0) return undefined
  const stamp = cacheKey({ version, databaseUrl, homeId })
  return DiskCache.open({ directory: join(home, 'cache'), bytes, now: Date.now, log, stamp })
}

/** The jobs that answer chart data, where they do. */
export function makeAsyncQueries(
  parts: Pick<AsyncOptions, 'store' | 'shared' | 'chartData' | 'log' | 'now'>,
): AsyncQueries {
  return new AsyncQueries({ ...parts, name: randomUUID(), places: JOB_PLACES, lease: LEASE_MS, pause: PAUSE_MS })
}

/** What runs SQL of people. */
export function makeSqlQueries(
  { webTimeout }: Pick<Config, 'webTimeout'>,
  parts: Pick<AsyncOptions, 'store' | 'shared' | 'chartData' | 'log' | 'now'>,
): SqlQueries {
  return new SqlQueries({ ...parts, newUuid: randomUUID, timeoutMs: webTimeout * 1000 })
}

/** What exports all rows of SQL of people to files of the home. */
export function makeSqlExports(
  { home, exportRows: maxRows, exportRoleRows: roleRows }: Pick<Config, 'home' | 'exportRows' | 'exportRoleRows'>,
  parts: Pick<AsyncOptions, 'store' | 'shared' | 'chartData' | 'log' | 'now'>,
): SqlExports {
  const files = { home: homeOf(home), directory: join(home, 'exports') }
  return new SqlExports({ ...parts, ...files, newUuid: randomUUID, maxRows, roleRows })
}

const addressFile = (home: string) => join(home, 'address')

/** Keeps where the server answers, for links made by another process. */
export function keepAddress(home: string, address: string): () => void {
  writeFileSync(addressFile(home), `${address}\n`)
  return () => rmSync(addressFile(home), { force: true })
}

/** Where the server of a home answers; undefined when none runs. */
export function readAddress(home: string): string | undefined {
  try {
    return readFileSync(addressFile(home), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

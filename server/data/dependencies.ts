import type { Database } from '#core/entity/database.ts'
import type { LRUCache } from 'lru-cache'
import type { RuleOptions } from '#core/access/rules.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import type { FileOwnership } from '#server/dataset/file-ownership.ts'
import type { Sources } from '#server/dataset/sources.ts'
import type { SharedState } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'
import type { Templating } from '#server/templates/templating.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import type { ResultFormatterPool } from './result/result-formatter-pool.ts'
import type { LabelRanks } from './cache/label-ranks.ts'
import type { ChartDataRequest, QueryRequest } from './plan/query-request.ts'
import type { Result } from './result/result-entry.ts'
import type { Log } from '#server/base/log.ts'
import type { QueryLog } from './log/query-log.ts'
import type { QueryQuota } from './query-quota.ts'
import type { Scheduler } from './scheduler.ts'

/** The constructor options of the chart data service. `directory` contains the embedded databases. */
export interface ChartDataOptions {
  /** Receives an entry for every data query. */
  readonly queryLog?: QueryLog
  /** Receives the errors of SSH tunnels. */
  readonly log?: Log
  readonly store: Store
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The shared result cache and request coalescing. */
  readonly shared: SharedState
  readonly directory: string
  /** See `EngineStorage`. */
  readonly dataDirectories?: readonly string[]
  /** The folder of the extension files of DuckDB. */
  readonly extensions?: string | undefined
  /** See `EngineStorage`. */
  readonly objectStores?: readonly string[]
  /** Concurrency slots for heavy queries, per database. */
  readonly slots: number
  /** Maximum number of engine processes; see `Coordinates`. */
  readonly processes?: number
  /** Default cache timeout in seconds; a day if absent. */
  readonly cacheTimeout?: number
  /** Timeout of a query in milliseconds. */
  readonly timeoutMs: number
  /** Maximum size of a result in bytes; default 256 MiB. */
  readonly resultBytes?: number
  /** Access rules for datasets besides user and row. */
  readonly access?: RuleOptions
  /** The local files that this home owns, if several homes use the store. */
  readonly ownership?: FileOwnership
  /** Decrypts the passwords of databases. */
  readonly secretKey?: SecretKeys
  /** The key of hashed columns. */
  readonly maskKey?: string
  /** Whether templates in SQL are rendered; default true. */
  readonly templates?: boolean
}

/** The dependencies of the pipeline stages. */
export interface ServiceDependencies {
  readonly options: ChartDataOptions
  readonly sources: Sources
  readonly templates: Templating
  readonly layouts: ResultFormatterPool
  readonly ranks: LabelRanks
  /** Expected durations in milliseconds by the hash of the statement. */
  readonly expected: LRUCache<string, number>
  /** Aborted when the service closes. */
  readonly ending: AbortSignal
  /** The concurrent queries of users with a quota. */
  readonly queryQuota: QueryQuota
  scheduler(database: Database): Scheduler
  /** Runs a further query on behalf of a request. */
  ask(dataRequest: ChartDataRequest): Promise<Result>
  /** Returns the result of an auxiliary query of a chart, cached with the server's default timeout. */
  runAuxiliaryQuery(key: string, queryRequest: QueryRequest): Promise<CachedResult>
}

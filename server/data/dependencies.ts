import type { LRUCache } from 'lru-cache'
import type { RuleOptions } from '#core/access/rules.ts'
import type { FileOwnership } from '#server/dataset/file-ownership.ts'
import type { Sources } from '#server/dataset/sources.ts'
import type { Shared } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'
import type { Templating } from '#server/templates/templating.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import type { ResultFormatterPool } from './result/result-formatter-pool.ts'
import type { KeepOptions, ResultCache } from './cache/result-cache.ts'
import type { LabelRanks } from './cache/label-ranks.ts'
import type { ChartDataRequest, QueryRequest } from './plan/query-request.ts'
import type { Result } from './result/present.ts'
import type { QueryLog } from './log/query-log.ts'
import type { Scheduler } from './scheduler.ts'

/** What the road is made of. `directory` holds databases of our own. */
export interface ChartDataOptions extends KeepOptions {
  /** Told of every question that was put to data. */
  readonly queryLog?: QueryLog
  readonly store: Store
  /** Where answers are kept, and made once for all who ask. */
  readonly shared: Shared
  readonly directory: string
  /** Heavy queries at a time, of one database. */
  readonly places: number
  /** Processes of engines at a time; see `Coordinates`. */
  readonly processes?: number
  /** Seconds answers are kept where nobody else says so; a day when absent. */
  readonly cacheTimeout?: number
  /** Milliseconds after which a query is given up. */
  readonly timeoutMs: number
  /** The most bytes of one answer; 256 MiB when absent. */
  readonly resultBytes?: number
  /** What access to datasets depends on beside user and row. */
  readonly access?: RuleOptions
  /** Which local files this home holds, where several homes may use the store. */
  readonly ownership?: FileOwnership
  /** Opens the passwords of databases, which are kept sealed. */
  readonly secretKey?: string
  /** Whether templates in SQL are rendered; they are when absent. */
  readonly templates?: boolean
}

/** What the steps of the road work with. */
export interface ServiceDependencies {
  readonly options: ChartDataOptions
  readonly sources: Sources
  readonly templates: Templating
  readonly answers: ResultCache
  readonly layouts: ResultFormatterPool
  readonly ranks: LabelRanks
  /** Milliseconds by the hash of what was run. */
  readonly expected: LRUCache<string, number>
  /** Aborted when the road closes. */
  readonly ending: AbortSignal
  scheduler(database: number): Scheduler
  /** Puts another question on behalf of one. */
  ask(dataRequest: ChartDataRequest): Promise<Result>
  /** The answer to a question that goes beside one of a chart, kept as long as the server is set to. */
  runAuxiliaryQuery(key: string, queryRequest: QueryRequest): Promise<CachedResult>
}

import type { Config } from '#server/base/config.ts'
import type { FileOwnership } from '#server/dataset/file-ownership.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { AsyncQueries } from '#server/jobs/async-queries.ts'
import type { Log } from '#server/base/log.ts'
import type { Attempts } from '#server/security/attempts.ts'
import type { SqlExports } from '#server/sqllab/sql-exports.ts'
import type { SqlQueries } from '#server/sqllab/sql-queries.ts'
import type { Shared } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'

/** What a request is given. Made once at start by `main.ts` and by the test harness. */
export interface Context {
  readonly config: Config
  readonly store: Store
  /** What is shared with other processes. */
  readonly shared: Shared
  /** The one road to data. */
  readonly chartData: ChartDataService
  /** Which local files this server holds, where several servers use the store. */
  readonly ownership?: FileOwnership
  readonly log: Log
  /** Present while chart data are answered by jobs. */
  readonly asyncQueries?: AsyncQueries
  /** Runs SQL of people. */
  readonly sqlQueries: SqlQueries
  /** Exports all rows of SQL of people to files. */
  readonly sqlExports: SqlExports
  /** Failed sign-ins of late. */
  readonly attempts: Attempts
  /** The time, epoch milliseconds. */
  readonly now: () => number
  /** A fresh random uuid. */
  readonly newUuid: () => string
}

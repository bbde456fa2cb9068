import type { ExampleLoad } from '#core/rest/example-load.ts'
import type { Config } from '#server/base/config.ts'
import type { FileOwnership } from '#server/dataset/file-ownership.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { AsyncQueries } from '#server/jobs/async-queries.ts'
import type { Log } from '#server/base/log.ts'
import type { Attempts } from '#server/security/sign-in-attempts.ts'
import type { SqlExports } from '#server/sqllab/sql-exports.ts'
import type { SqlQueries } from '#server/sqllab/sql-queries.ts'
import type { SharedState } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'

/** The dependencies of a request. Created once at start by `main.ts` and by the test harness. */
export interface Context {
  readonly config: Config
  readonly store: Store
  /** State shared with other processes. */
  readonly shared: SharedState
  /** Answers chart queries. */
  readonly chartData: ChartDataService
  /** The local files this server holds, if several servers use the store. */
  readonly ownership?: FileOwnership
  readonly log: Log
  /** Set if jobs answer chart data. */
  readonly asyncQueries?: AsyncQueries
  /** Runs SQL Lab queries. */
  readonly sqlQueries: SqlQueries
  /** Exports all rows of SQL Lab queries to files. */
  readonly sqlExports: SqlExports
  /** Returns the state of the load of the example data; undefined if this process has started none. */
  readonly exampleLoad?: () => ExampleLoad | undefined
  /** Recent failed sign-ins. */
  readonly attempts: Attempts
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number
  /** Returns a new random uuid. */
  readonly newUuid: () => string
}

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { makeApp } from '#server/app.ts'
import { readSettings } from '#server/base/config.ts'
import type { Connection } from '#server/engines/engine.ts'
import { DuckDBFile } from '#server/engines/duckdb/connection.ts'
import { open } from '#server/engines/duckdb/open-database.ts'
import {
  completeConfig,
  makeChartDataService,
  createSharedState,
  makeSqlExports,
  makeSqlQueries,
  openMetadata,
} from '#server/home.ts'
import { makeLog } from '#server/http/log.ts'
import type { EngineFile } from '#server/processes/engine-file.ts'
import { makeAttempts } from '#server/security/sign-in-attempts.ts'
import { openSession } from '#server/security/sessions.ts'
import type { Store } from '#server/store/store.ts'
import { benchHome, prepareHome } from './home.ts'

/** The listening server in this process, with access to its engine. */
export interface BenchFixture {
  readonly url: string
  readonly home: string
  /** `Cookie` header of the admin. */
  readonly cookie: string
  /** Id of the dataset of three million flights. */
  readonly flights: number
  readonly store: Store
  /** Id of the database of the example data. */
  readonly database: number
  /** The product's connection to the data. */
  readonly product: Connection
  /** The engine process of that connection, as the server sees it. */
  readonly file: EngineFile
  /** Path of the data file. */
  readonly path: string
  /** A connection of this process to the same file, without any code of the product. */
  readonly raw: DuckDBConnection
  close(): Promise<void>
}

/** Opens the server on the shared home. */
export async function openBenchFixture(
  root: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchFixture> {
  await prepareHome(root)
  const settings = readSettings({ FACET_HOME: benchHome(root), FACET_EXAMPLES: '0', PORT: '0', ...environment }, root)
  if ('problems' in settings) throw new Error(settings.problems.join())
  const config = completeConfig(settings, root)
  const store = await openMetadata(settings)
  const shared = createSharedState(store)
  const chartData = await makeChartDataService(config, store, { shared })
  const log = makeLog({ level: config.logLevel, now: Date.now })
  const app = await makeApp({
    config,
    store,
    shared,
    chartData,
    log,
    sqlQueries: makeSqlQueries(config, { store, shared, chartData, log, now: Date.now }),
    sqlExports: makeSqlExports(config, { store, shared, chartData, log, now: Date.now }),
    attempts: makeAttempts(shared),
    now: Date.now,
    newUuid: randomUUID,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const admin = await store.users.byUsername('admin')
  const flights = await store.datasets.find({ col: 'table_name', op: 'eq', value: 'flights' })
  const database = flights && (await store.databases.get(flights.database_id))
  if (!admin || !flights || !database) throw new Error('The example data are not there')
  const directory = join(config.home, 'databases')
  const path = join(directory, 'examples.duckdb')
  const product = await chartData.sources.use(database, async ({ connection }) => connection)
  if (!(product instanceof DuckDBFile)) throw new Error('The example data are in no file')
  const peer = await open({
    file: path,
    scratch: join(directory, 'scratch'),
    write: false,
  })
  return {
    home: config.home,
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    cookie: `session=${await openSession(store, admin.id, Date.now())}`,
    flights: flights.id,
    store,
    database: database.id,
    product,
    file: product.file,
    path,
    raw: await peer.connect(),
    async close() {
      await app.close()
      peer.close()
      await chartData.close()
      await shared.close()
      await store.close()
    },
  }
}

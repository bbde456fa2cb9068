import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { timestampSqlText } from '../ansi.ts'
import { unlessAborted } from '../query-deadline.ts'
import { loadDriver } from '../drivers.ts'
import type { EngineStorage } from '../engine.ts'
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts'
import {
  callerTags,
  WAREHOUSE_SECONDS,
  WAREHOUSE_STATEMENTS,
  type WarehouseClient,
  type WarehouseResult,
  type WarehouseStatement,
} from '../shared/warehouse.ts'
import type { Param } from '../sql.ts'
import type { ServiceAccount } from './settings.ts'

/** A value of a row: a text, a list of values, or a record. */
export type BigQueryValue = string | readonly BigQueryCell[] | BigQueryRecord

interface BigQueryCell {
  readonly v: BigQueryValue | null
}

/** A row, and the value of a column of records. */
export interface BigQueryRecord {
  readonly f: readonly BigQueryCell[]
}

/** A column of a table or of a result. */
export interface BigQueryField {
  readonly name: string
  readonly type: string
  readonly mode?: string
  readonly description?: string
  readonly fields?: readonly BigQueryField[]
  readonly precision?: string
  readonly scale?: string
}

/** A request to the REST interface. */
interface BigQueryRequest {
  readonly method: 'GET' | 'POST'
  readonly uri: string
  readonly qs?: Readonly<Record<string, string | number | boolean>>
  readonly json?: object
  readonly timeout?: number
}

/** The functions of the driver that are used: it signs requests and repeats failed ones. */
interface BigQueryService {
  request(request: BigQueryRequest, done: (error: Error | null, body: unknown) => void): void
}

interface BigQueryDriver {
  readonly BigQuery: new (options: {
    readonly projectId: string
    readonly credentials: ServiceAccount
    readonly userAgent: string
  }) => BigQueryService
}

/** The account of a database, and what its queries have in common. */
interface BigQueryAddress {
  readonly project: string
  readonly account: ServiceAccount
  readonly dataset: string
  readonly location: string
  readonly maxBytesBilled: string
}

/** A page of a result. */
interface ResultPage {
  readonly jobComplete?: boolean
  readonly schema?: { readonly fields?: readonly BigQueryField[] }
  readonly rows?: readonly BigQueryRecord[]
  readonly pageToken?: string
}

/** The statistics of a statement that was checked, but not run. */
interface DryRun {
  readonly totalBytesProcessed?: string
  readonly query?: {
    readonly statementType?: string
    readonly schema?: { readonly fields?: readonly BigQueryField[] }
    readonly referencedTables?: readonly { readonly datasetId: string; readonly tableId: string }[]
  }
}

/** Milliseconds: how long the server waits for the end of a job in one request, and how long a request may take. */
const WAIT_MS = 10_000
const REQUEST_MS = 60_000
/** Milliseconds before a result is requested again that is not complete without having waited. */
const RETRY_MS = 200
/** Maximum number of rows of a page; the server limits a page to 10 MB. */
const PAGE_ROWS = 10_000
const MAX_LABEL = 63
const CONFLICT = 409

/** Runs jobs in a project by the REST interface of BigQuery. */
export class BigQueryClient implements WarehouseClient<BigQueryValue, BigQueryField> {
  readonly #service: BigQueryService
  readonly #address: BigQueryAddress
  readonly #limit = new ConcurrencyLimit(WAREHOUSE_STATEMENTS)

  private constructor(service: BigQueryService, address: BigQueryAddress) {
    this.#service = service
    this.#address = address
  }

  /** Loads the driver. Throws `driver-missing`. */
  static async open(address: BigQueryAddress, storage: EngineStorage): Promise<BigQueryClient> {
    const { BigQuery } = await loadDriver<BigQueryDriver>('bigquery', storage)
    // Explicit credentials keep the driver from searching for others in files and on the metadata server.
    const options = { projectId: address.project, credentials: address.account, userAgent: 'facet' }
    return new BigQueryClient(new BigQuery(options), address)
  }

  run(
    statement: WarehouseStatement,
    signal: AbortSignal,
    to: WarehouseResult<BigQueryValue, BigQueryField>,
  ): Promise<void> {
    return this.#limit.run(signal, () => this.#run(statement, signal, to))
  }

  async describe(statement: WarehouseStatement, signal: AbortSignal): Promise<readonly BigQueryField[]> {
    const { query } = await this.dryRun(statement, signal)
    return query?.schema?.fields ?? []
  }

  /** Returns the statistics of a statement without running it; nothing is charged. */
  async dryRun(statement: WarehouseStatement, signal: AbortSignal): Promise<DryRun> {
    const job = { configuration: { ...this.#configuration(statement), dryRun: true }, ...this.#reference(undefined) }
    const { statistics = {} } = await this.request<{ readonly statistics?: DryRun }>(
      { method: 'POST', uri: '/jobs', json: job },
      signal,
    )
    return statistics
  }

  /** Returns the body of a response. */
  async request<Body>(request: BigQueryRequest, signal: AbortSignal): Promise<Body> {
    return unlessAborted(this.#send<Body>(request), signal)
  }

  /** Returns the entries of all pages of a list. */
  async list<Entry>(uri: string, name: string, signal: AbortSignal): Promise<readonly Entry[]> {
    const entries: Entry[] = []
    for (let pageToken: string | undefined; ; ) {
      const qs = { maxResults: PAGE_ROWS, ...(pageToken === undefined ? {} : { pageToken }) }
      const page = await this.request<Readonly<Record<string, unknown>>>({ method: 'GET', uri, qs }, signal)
      entries.push(...((page[name] as readonly Entry[] | undefined) ?? []))
      pageToken = page['nextPageToken'] as string | undefined
      if (pageToken === undefined) return entries
    }
  }

  async close(): Promise<void> {
    this.#limit.close(new Error('The database was closed'))
    await Promise.resolve()
  }

  async #run(
    statement: WarehouseStatement,
    signal: AbortSignal,
    to: WarehouseResult<BigQueryValue, BigQueryField>,
  ): Promise<void> {
    // We name the job, so that it can be cancelled before the server has replied.
    const jobId = `facet_${randomUUID()}`
    const inserted = this.#insert(statement, jobId)
    let isRunning = true
    try {
      await unlessAborted(inserted, signal)
      let pageToken: string | undefined
      let hasBegun = false
      for (;;) {
        const page = await this.#page(jobId, pageToken, signal)
        if (page.jobComplete !== true) {
          await delay(RETRY_MS, undefined, { signal })
          continue
        }
        isRunning = false
        if (!hasBegun) to.begin(page.schema?.fields ?? [])
        hasBegun = true
        const isWanted = await to.rows((page.rows ?? []).map(({ f }) => f.map(({ v }) => v)))
        pageToken = page.pageToken
        if (!isWanted || pageToken === undefined) break
      }
      signal.throwIfAborted()
    } catch (error) {
      if (isRunning) void inserted.then(() => this.#cancel(jobId)).catch(() => undefined)
      signal.throwIfAborted()
      throw error
    }
  }

  async #insert(statement: WarehouseStatement, jobId: string): Promise<void> {
    const json = { configuration: this.#configuration(statement), ...this.#reference(jobId) }
    try {
      await this.#send({ method: 'POST', uri: '/jobs', json })
    } catch (error) {
      // The driver has repeated a request that the server had received.
      if ((error as { readonly code?: unknown }).code !== CONFLICT) throw error
    }
  }

  #page(jobId: string, pageToken: string | undefined, signal: AbortSignal): Promise<ResultPage> {
    const qs = {
      ...this.#locationQuery(),
      maxResults: PAGE_ROWS,
      timeoutMs: WAIT_MS,
      'formatOptions.useInt64Timestamp': true,
      ...(pageToken === undefined ? {} : { pageToken }),
    }
    return this.request<ResultPage>({ method: 'GET', uri: `/queries/${jobId}`, qs }, signal)
  }

  async #cancel(jobId: string): Promise<void> {
    await this.#send({ method: 'POST', uri: `/jobs/${jobId}/cancel`, qs: this.#locationQuery() })
  }

  #locationQuery(): { readonly location?: string } {
    const { location } = this.#address
    return location === '' ? {} : { location }
  }

  #reference(jobId: string | undefined): object {
    const reference = {
      projectId: this.#address.project,
      ...this.#locationQuery(),
      ...(jobId === undefined ? {} : { jobId }),
    }
    return { jobReference: reference }
  }

  #configuration({ text, params }: WarehouseStatement): object {
    const { project, dataset, maxBytesBilled } = this.#address
    return {
      labels: Object.fromEntries(Object.entries(callerTags()).map(([name, value]) => [name, labelOf(value)])),
      jobTimeoutMs: String(WAREHOUSE_SECONDS * 1000),
      query: {
        query: text,
        useLegacySql: false,
        ...(dataset === '' ? {} : { defaultDataset: { projectId: project, datasetId: dataset } }),
        ...(maxBytesBilled === '' ? {} : { maximumBytesBilled: maxBytesBilled }),
        ...(params.length === 0 ? {} : { parameterMode: 'POSITIONAL', queryParameters: params.map(parameterOf) }),
      },
    }
  }

  #send<Body>(request: BigQueryRequest): Promise<Body> {
    return new Promise((resolve, reject) => {
      this.#service.request({ timeout: REQUEST_MS, ...request }, (error, body) => {
        if (error) reject(error)
        else resolve(body as Body)
      })
    })
  }
}

/** Returns a value as a label, which has no other characters. */
function labelOf(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{N}_-]/gu, '_')
    .slice(0, MAX_LABEL)
}

/** Returns a value with its type. Times are texts that the statement casts. */
function parameterOf(value: Param): object {
  const text = value !== null && typeof value === 'object' ? timestampSqlText(value) : value
  return { parameterType: { type: typeOf(value) }, parameterValue: { value: text === null ? null : String(text) } }
}

function typeOf(value: Param): string {
  if (typeof value === 'boolean') return 'BOOL'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'INT64' : 'FLOAT64'
  return 'STRING'
}

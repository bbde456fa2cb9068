import { timestampSqlText } from '../ansi.ts'
import { unlessAborted } from '../query-deadline.ts'
import { loadDriver } from '../drivers.ts'
import type { EngineStorage } from '../engine.ts'
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts'
import {
  callerTags,
  metadataRows,
  WAREHOUSE_SECONDS,
  WAREHOUSE_STATEMENTS,
  type WarehouseClient,
  type WarehouseResult,
  type WarehouseStatement,
} from '../shared/warehouse.ts'
import { type DatabricksColumn, type DatabricksValue, typeNamed } from './cells.ts'

/** A row: its values by column name. */
type DatabricksRow = Readonly<Record<string, DatabricksValue | bigint | null>>

interface DriverColumn {
  readonly columnName: string
  readonly position: number
  readonly typeDesc: { readonly types: readonly { readonly primitiveEntry?: { readonly type?: number } }[] }
}

interface DatabricksOperation {
  getSchema(): Promise<{ readonly columns: readonly DriverColumn[] } | null>
  fetchChunk(options: { readonly maxRows: number }): Promise<readonly DatabricksRow[]>
  hasMoreRows(): Promise<boolean>
  cancel(): Promise<unknown>
  close(): Promise<unknown>
}

interface MetadataRequest {
  readonly catalogName: string
  readonly schemaName?: string
  readonly tableName?: string
}

interface DatabricksSession {
  executeStatement(
    text: string,
    options: {
      readonly ordinalParameters: readonly (string | number | boolean | null)[]
      readonly queryTimeout: number
      readonly queryTags: Readonly<Record<string, string>>
      readonly maxRows: number
      readonly useCloudFetch: false
    },
  ): Promise<DatabricksOperation>
  getSchemas(request: MetadataRequest): Promise<DatabricksOperation>
  getTables(request: MetadataRequest): Promise<DatabricksOperation>
  getColumns(request: MetadataRequest): Promise<DatabricksOperation>
  close(): Promise<unknown>
}

interface DatabricksConnection {
  /** How results are read; the driver has no option for it. */
  readonly config: object
  connect(options: Readonly<Record<string, string | number | boolean>>): Promise<unknown>
  openSession(request: {
    readonly initialCatalog?: string
    readonly initialSchema?: string
    readonly configuration: Readonly<Record<string, string>>
  }): Promise<DatabricksSession>
  close(): Promise<unknown>
}

interface DatabricksDriver {
  readonly DBSQLClient: new (options: { readonly logger: { log(): void } }) => DatabricksConnection
}

/** The address and the account of a warehouse. */
interface DatabricksAddress {
  readonly host: string
  readonly port: number
  readonly path: string
  readonly token: string
  readonly catalog: string
  readonly schema: string
}

/** The lists of the metadata of a catalog. */
export type MetadataList = 'getSchemas' | 'getTables' | 'getColumns'

/** Number of rows that are fetched together. */
const CHUNK_ROWS = 10_000
const CLOSED = 'The database was closed'
/** Milliseconds after which a connection without data is closed. */
const SOCKET_MS = 120_000
/** The beginning of the server's message: other parts of a message may have text of users. */
const ENDED_SESSION = /^(?:\[INVALID_HANDLE\.SESSION_|Invalid SessionHandle)/

/** Runs statements in a session of a SQL warehouse, and opens another one after it has ended. */
export class DatabricksClient implements WarehouseClient<DatabricksValue, DatabricksColumn> {
  readonly #driver: DatabricksDriver
  readonly #address: DatabricksAddress
  readonly #limit = new ConcurrencyLimit(WAREHOUSE_STATEMENTS)
  #connection: DatabricksConnection | undefined
  #session: Promise<DatabricksSession> | undefined
  #isClosed = false

  private constructor(driver: DatabricksDriver, address: DatabricksAddress) {
    this.#driver = driver
    this.#address = address
  }

  /** Loads the driver. Throws `driver-missing`. */
  static async open(address: DatabricksAddress, storage: EngineStorage): Promise<DatabricksClient> {
    return new DatabricksClient(await loadDriver<DatabricksDriver>('databricks', storage), address)
  }

  run(
    statement: WarehouseStatement,
    signal: AbortSignal,
    to: WarehouseResult<DatabricksValue, DatabricksColumn>,
  ): Promise<void> {
    return this.#limit.run(signal, async () => {
      const isRead = await this.#read(statement, signal, to)
      // The driver gives rows by name: of several columns with one name, all would have the last value.
      if (!isRead.hasUniqueNames) await this.#read(withNumberedColumns(statement, isRead.columnCount), signal, to)
    })
  }

  /** Describes a statement: the types of the driver have no sizes and no time zones. */
  async describe({ text, params }: WarehouseStatement, signal: AbortSignal): Promise<readonly DatabricksColumn[]> {
    signal.throwIfAborted()
    const rows = await metadataRows(this, `DESCRIBE QUERY ${text}`, params)
    return rows.map(([name, type]) => ({ name: textOf(name), type: textOf(type).toUpperCase() }))
  }

  /** Returns the rows of a list of metadata. The server reads names as patterns. */
  async list(name: MetadataList, request: MetadataRequest, signal: AbortSignal): Promise<readonly DatabricksRow[]> {
    const rows: DatabricksRow[] = []
    const starting = this.#opened().then((session) => session[name](request))
    await this.#fetch(
      starting,
      signal,
      () => Promise.resolve(true),
      (chunk) => {
        rows.push(...chunk)
        return true
      },
    )
    return rows
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#limit.close(new Error(CLOSED))
    const session = await this.#session?.catch(() => undefined)
    await session?.close().catch(() => undefined)
    await this.#connection?.close().catch(() => undefined)
    this.#session = undefined
    this.#connection = undefined
  }

  async #read(
    statement: WarehouseStatement,
    signal: AbortSignal,
    to: WarehouseResult<DatabricksValue, DatabricksColumn>,
  ): Promise<{ readonly hasUniqueNames: boolean; readonly columnCount: number }> {
    let names: readonly string[] = []
    let hasUniqueNames = true
    const begin = async (operation: DatabricksOperation): Promise<boolean> => {
      const schema = await operation.getSchema()
      const columns = (schema?.columns ?? []).toSorted((one, other) => one.position - other.position)
      names = columns.map(({ columnName }) => columnName)
      hasUniqueNames = new Set(names).size === names.length
      if (hasUniqueNames)
        to.begin(
          columns.map(({ columnName, typeDesc }) => ({
            name: columnName,
            type: typeNamed(typeDesc.types[0]?.primitiveEntry?.type),
          })),
        )
      return hasUniqueNames
    }
    await this.#fetch(this.#execute(statement), signal, begin, (rows) =>
      to.rows(rows.map((row) => names.map((name) => plainValue(row[name])))),
    )
    return { hasUniqueNames, columnCount: names.length }
  }

  /** Reads an operation until no more rows are needed. An aborted signal cancels it in the server. */
  async #fetch(
    starting: Promise<DatabricksOperation>,
    signal: AbortSignal,
    begin: (operation: DatabricksOperation) => Promise<boolean>,
    onRows: (rows: readonly DatabricksRow[]) => boolean | Promise<boolean>,
  ): Promise<void> {
    let isComplete = false
    try {
      const operation = await unlessAborted(starting, signal)
      let isWanted = await unlessAborted(begin(operation), signal)
      while (isWanted) {
        isWanted = await onRows(await unlessAborted(operation.fetchChunk({ maxRows: CHUNK_ROWS }), signal))
        isWanted &&= await unlessAborted(operation.hasMoreRows(), signal)
      }
      isComplete = true
      signal.throwIfAborted()
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      void starting
        .then((operation) => (isComplete ? operation.close() : operation.cancel()))
        // The operation may have failed, or ended with its session.
        .catch(() => undefined)
    }
  }

  async #execute({ text, params }: WarehouseStatement): Promise<DatabricksOperation> {
    const options = {
      ordinalParameters: params.map((value) =>
        value !== null && typeof value === 'object' ? timestampSqlText(value) : value,
      ),
      queryTimeout: WAREHOUSE_SECONDS,
      queryTags: callerTags(),
      maxRows: CHUNK_ROWS,
      // Results come from the warehouse itself, not from addresses that it names.
      useCloudFetch: false,
    } as const
    const used = this.#opened()
    const session = await used
    try {
      return await session.executeStatement(text, options)
    } catch (error) {
      if (!(error instanceof Error) || !ENDED_SESSION.test(error.message)) throw error
      // Another statement may have opened the next session already.
      if (this.#session === used) this.#session = undefined
      return (await this.#opened()).executeStatement(text, options)
    }
  }

  #opened(): Promise<DatabricksSession> {
    if (this.#isClosed) return Promise.reject(new Error(CLOSED))
    this.#session ??= this.#open().catch((error: unknown) => {
      this.#session = undefined
      throw error
    })
    return this.#session
  }

  async #open(): Promise<DatabricksSession> {
    const { host, port, path, token, catalog, schema } = this.#address
    await this.#connection?.close().catch(() => undefined)
    const connection = new this.#driver.DBSQLClient({ logger: { log: () => undefined } })
    this.#connection = connection
    // Otherwise times lose their microseconds and decimals their digits.
    Object.assign(connection.config, { useArrowNativeTypes: false })
    await connection.connect({
      host,
      port,
      path,
      token,
      userAgentEntry: 'facet',
      socketTimeout: SOCKET_MS,
      preserveBigNumericPrecision: true,
      telemetryEnabled: false,
    })
    return connection.openSession({
      ...(catalog === '' ? {} : { initialCatalog: catalog }),
      ...(schema === '' ? {} : { initialSchema: schema }),
      configuration: { TIMEZONE: 'UTC', ANSI_MODE: 'true', STATEMENT_TIMEOUT: String(WAREHOUSE_SECONDS) },
    })
  }
}

/** Returns a statement whose columns have different names. */
function withNumberedColumns({ text, params }: WarehouseStatement, count: number): WarehouseStatement {
  const names = Array.from({ length: count }, (_, index) => `c${index + 1}`)
  return { text: `SELECT * FROM (${text}\n) AS t(${names.join(', ')})`, params }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function plainValue(value: DatabricksValue | bigint | null | undefined): DatabricksValue | null {
  if (value === undefined || value === null) return null
  return typeof value === 'bigint' ? String(value) : value
}

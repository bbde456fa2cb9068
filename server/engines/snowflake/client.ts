import type { Readable } from 'node:stream'
import { ApiError } from '#core/rest/api-error.ts'
import { timestampSqlText } from '../ansi.ts'
import { unlessAborted } from '../query-deadline.ts'
import { loadDriver } from '../drivers.ts'
import type { EngineStorage } from '../engine.ts'
import { ConcurrencyLimit } from '../shared/concurrency-limit.ts'
import type { RawRow } from '../shared/results.ts'
import {
  callerTags,
  WAREHOUSE_SECONDS,
  WAREHOUSE_STATEMENTS,
  type WarehouseClient,
  type WarehouseResult,
  type WarehouseStatement,
} from '../shared/warehouse.ts'

/** A time as read by the driver. */
export type SnowflakeDate = Date & { getEpochSeconds(): number; getNanoSeconds(): number }

/** A value as read by the driver: numbers and documents are texts. */
export type SnowflakeValue = string | boolean | Buffer | SnowflakeDate

/** A column of a result. */
export interface SnowflakeColumn {
  getName(): string
  getType(): string
  getScale(): number
  getPrecision(): number
  isNullable(): boolean
}

interface SnowflakeStatement {
  cancel(done: (error?: Error) => void): void
  getColumns(): readonly SnowflakeColumn[] | undefined
  streamRows(): Readable
}

interface SnowflakeConnection {
  isUp(): boolean
  connect(done: (error: Error | undefined) => void): unknown
  destroy(done: (error?: Error) => void): void
  execute(options: {
    readonly sqlText: string
    readonly binds: readonly (string | number | boolean | null)[]
    readonly parameters: Readonly<Record<string, string | number | boolean>>
    readonly rowMode: 'array'
    readonly streamResult: true
    readonly describeOnly: boolean
    readonly fetchAsString: readonly string[]
    readonly complete: (error: Error | undefined, statement: SnowflakeStatement) => void
  }): SnowflakeStatement
}

interface SnowflakeDriver {
  configure(options: object): void
  createConnection(options: Readonly<Record<string, string | number | boolean>>): SnowflakeConnection
}

/** The address and the account of a database. */
interface SnowflakeAddress {
  readonly account: string
  readonly username: string
  readonly password: string
  /** In PEM form, in place of the password. */
  readonly privateKey: string | undefined
  readonly database: string
  readonly schema: string
  readonly warehouse: string
  readonly role: string
}

/** Milliseconds: maximum duration of a request to sign in. */
const SIGN_IN_MS = 30_000
/** Number of rows that are processed together. */
const BATCH_ROWS = 500
const MAX_TAG = 2000
const CLOSED = 'The database was closed'

/** The settings of every statement: an administrator may have changed them for the account or the user. */
const PARAMETERS = {
  TIMEZONE: 'UTC',
  QUOTED_IDENTIFIERS_IGNORE_CASE: false,
  MULTI_STATEMENT_COUNT: 1,
  // The guard looks up names without a schema in these.
  SEARCH_PATH: '$current, $public',
  TIME_OUTPUT_FORMAT: 'HH24:MI:SS',
  TIMESTAMP_INPUT_FORMAT: 'AUTO',
  DEFAULT_NULL_ORDERING: 'LAST',
  STATEMENT_TIMEOUT_IN_SECONDS: WAREHOUSE_SECONDS,
} as const

/** The driver writes a file of its own into the working directory unless it gets a logger. */
const SILENT = { error: ignore, warn: ignore, info: ignore, debug: ignore, trace: ignore }

function ignore(): void {
  // Errors reach the caller.
}

/** Runs statements in a session of Snowflake, and signs in again after the session has ended. */
export class SnowflakeClient implements WarehouseClient<SnowflakeValue, SnowflakeColumn> {
  readonly #driver: SnowflakeDriver
  readonly #address: SnowflakeAddress
  readonly #limit = new ConcurrencyLimit(WAREHOUSE_STATEMENTS)
  #connection: Promise<SnowflakeConnection> | undefined
  #isClosed = false

  private constructor(driver: SnowflakeDriver, address: SnowflakeAddress) {
    this.#driver = driver
    this.#address = address
  }

  /** Loads the driver. Throws `driver-missing`. */
  static async open(address: SnowflakeAddress, storage: EngineStorage): Promise<SnowflakeClient> {
    const driver = await loadDriver<SnowflakeDriver>('snowflake', storage)
    driver.configure({ logLevel: 'ERROR', additionalLogToConsole: false, customLogger: SILENT })
    return new SnowflakeClient(driver, address)
  }

  run(
    statement: WarehouseStatement,
    signal: AbortSignal,
    to: WarehouseResult<SnowflakeValue, SnowflakeColumn>,
  ): Promise<void> {
    return this.#limit.run(signal, async () => {
      const executed = await this.#execute(statement, signal, false)
      to.begin(executed.getColumns() ?? [])
      const rows = executed.streamRows()
      const leave = (): void => void rows.destroy()
      signal.addEventListener('abort', leave, { once: true })
      try {
        await readRows(rows, to)
      } catch (error) {
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', leave)
        rows.destroy()
      }
      signal.throwIfAborted()
    })
  }

  async describe(statement: WarehouseStatement, signal: AbortSignal): Promise<readonly SnowflakeColumn[]> {
    const described = await this.#execute(statement, signal, true)
    return described.getColumns() ?? []
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#limit.close(new Error(CLOSED))
    const connection = await this.#connection?.catch(() => undefined)
    this.#connection = undefined
    connection?.destroy(ignore)
  }

  /** Runs a statement until its result is known. An aborted signal cancels it in the server. */
  async #execute(
    { text, params }: WarehouseStatement,
    signal: AbortSignal,
    describeOnly: boolean,
  ): Promise<SnowflakeStatement> {
    const connection = await unlessAborted(this.#connected(), signal)
    let running: SnowflakeStatement | undefined
    const executing = new Promise<SnowflakeStatement>((resolve, reject) => {
      running = connection.execute({
        sqlText: text,
        binds: params.map((value) => (value !== null && typeof value === 'object' ? timestampSqlText(value) : value)),
        parameters: { ...PARAMETERS, QUERY_TAG: JSON.stringify(callerTags()).slice(0, MAX_TAG) },
        rowMode: 'array',
        streamResult: true,
        describeOnly,
        fetchAsString: ['Number', 'JSON'],
        complete: (error, statement) => (error ? reject(error) : resolve(statement)),
      })
    })
    try {
      return await unlessAborted(executing, signal)
    } catch (error) {
      if (signal.aborted) running?.cancel(ignore)
      throw error
    }
  }

  /** Calls follow each other, so that one of them signs in again. */
  #connected(): Promise<SnowflakeConnection> {
    if (this.#isClosed) return Promise.reject(new Error(CLOSED))
    const before = this.#connection ?? Promise.resolve(undefined)
    this.#connection = before.catch(() => undefined).then((known) => (known?.isUp() ? known : this.#connect()))
    return this.#connection
  }

  #connect(): Promise<SnowflakeConnection> {
    const { account, username, password, privateKey, database, schema, warehouse, role } = this.#address
    const connection = this.#driver.createConnection({
      account,
      username,
      ...(privateKey === undefined ? { password } : { authenticator: 'SNOWFLAKE_JWT', privateKey }),
      database,
      ...(schema === '' ? {} : { schema }),
      ...(warehouse === '' ? {} : { warehouse }),
      ...(role === '' ? {} : { role }),
      application: 'facet',
      timeout: SIGN_IN_MS,
      clientSessionKeepAlive: false,
      // Otherwise a name that does not exist is an error of the first query only.
      validateDefaultParameters: true,
      disableConsoleLogin: true,
    })
    return new Promise((resolve, reject) => {
      connection.connect((error) => {
        if (error) reject(error)
        else resolve(connection)
      })
    })
  }
}

/** Gives rows to their receiver, which the stream waits for. */
async function readRows(rows: Readable, to: WarehouseResult<SnowflakeValue, SnowflakeColumn>): Promise<void> {
  let batch: RawRow<SnowflakeValue>[] = []
  for await (const row of rows) {
    batch.push(row as RawRow<SnowflakeValue>)
    if (batch.length < BATCH_ROWS) continue
    if (!(await to.rows(batch))) return
    batch = []
  }
  if (batch.length > 0) await to.rows(batch)
}

/** The host of an account is always one of Snowflake. */
const ACCOUNT = /^[a-z\d](?:[\w-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?){0,3}$/i

/** Throws `connection-hostname` for a text that is no identifier of an account. */
export function requireAccount(account: string): void {
  if (!ACCOUNT.test(account)) throw new ApiError('connection-hostname', { extra: { invalid: ['account'] } })
}

import { ApiError } from '#core/rest/api-error.ts'
import { timestampSqlText } from '../ansi.ts'
import type { Certificates } from '../certificates.ts'
import { loadDriver } from '../drivers.ts'
import type { EngineStorage } from '../engine.ts'
import { DatabaseSocket } from '../link-local.ts'
import type { Param } from '../sql.ts'
import type { MssqlConnection, MssqlDriver, MssqlOptions, MssqlRow } from './driver.ts'

/** Maximum number of connections for catalogue queries, which do not wait for other queries. */
const CATALOGUE_SESSIONS = 2
/** Milliseconds: maximum time to open a connection, and to keep it unused. */
const OPEN_MS = 10_000
const IDLE_MS = 60_000
/** Milliseconds after which a cancelled statement is abandoned. */
const CANCEL_MS = 3000

/** Maximum duration of a statement in seconds. */
export const STATEMENT_SECONDS = 900

/** The address and the account of a database. */
export interface MssqlAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
  readonly password: string
  readonly isEncrypted: boolean
  readonly isVerified: boolean
  readonly certificates: Certificates | undefined
  /** The socket of a tunnel, to which connections are made instead of the host. */
  readonly socketPath: string | undefined
}

/** A statement with its values; a batch has none, and is sent as it is. `onNames` gets the names of its columns. */
export interface MssqlStatement {
  readonly text: string
  readonly params: readonly Param[]
  readonly isBatch?: true
  readonly onNames?: (names: readonly string[]) => void
}

/** The receiver of rows. Returns a promise if further rows should wait for it. */
export type OnRow = (row: MssqlRow, stop: () => void) => Promise<void> | undefined

interface Session {
  readonly connection: MssqlConnection
  isClosed: boolean
  idleTimer?: NodeJS.Timeout
}

interface WaitingRequest {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The connections to one database, for queries and for the catalogue. */
export interface MssqlPools {
  readonly queries: MssqlSessions
  readonly catalogue: MssqlSessions
}

/** A limited number of connections. Every statement runs in a transaction that is rolled back. */
export class MssqlSessions {
  readonly #driver: MssqlDriver
  readonly #address: MssqlAddress
  readonly #max: number
  readonly #idle: Session[] = []
  readonly #waiting: WaitingRequest[] = []
  #busy = 0
  #isClosed = false

  private constructor(driver: MssqlDriver, address: MssqlAddress, max: number) {
    this.#driver = driver
    this.#address = address
    this.#max = max
  }

  /** Opens the first connection; `max` is the maximum number for queries. Throws `driver-missing` and driver errors. */
  static async open(address: MssqlAddress, storage: EngineStorage, max: number): Promise<MssqlPools> {
    const driver = await loadDriver<MssqlDriver>('mssql', storage)
    const catalogue = new MssqlSessions(driver, address, CATALOGUE_SESSIONS)
    await catalogue.look('SELECT 1 AS one')
    return { queries: new MssqlSessions(driver, address, max), catalogue }
  }

  /**
   * Runs a statement, or several in one session, and gives the rows of the last to `onRow` until it calls `stop`. An
   * aborted signal ends the statement in the server and rejects with the reason of the signal.
   */
  async run(statements: readonly MssqlStatement[], signal: AbortSignal, onRow: OnRow): Promise<void> {
    signal.throwIfAborted()
    await this.#turn(signal)
    let session: Session | undefined
    try {
      session = this.#idleSession() ?? (await this.#connect())
      for (const statement of statements) await this.#execute(session, statement, signal, onRow)
      await this.#rollBack(session)
    } catch (error) {
      // Settings between several statements may remain.
      if (session && statements.length > 1) this.#discard(session)
      else if (session && !session.isClosed)
        await this.#rollBack(session).catch(() => this.#discard(session as Session))
      signal.throwIfAborted()
      throw error
    } finally {
      this.#end(session)
    }
  }

  /** Returns the rows of our own statement, by column name. */
  async look(text: string, params: readonly Param[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const rows: Record<string, unknown>[] = []
    let names: readonly string[] = []
    const onNames = (given: readonly string[]): void => void (names = given)
    await this.run([{ text, params, onNames }], AbortSignal.timeout(OPEN_MS), (row) => {
      rows.push(Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])))
      return undefined
    })
    return rows
  }

  /** Closes all connections, those in use when their work ends. */
  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The database was closed'))
    for (const session of this.#idle.splice(0)) this.#discard(session)
  }

  /** Runs one statement. `stop` cancels it in the server without an error. */
  async #execute(session: Session, statement: MssqlStatement, signal: AbortSignal, onRow: OnRow): Promise<void> {
    const { connection } = session
    let isStopped = false
    let failed: { readonly error: unknown } | undefined
    const stop = (): void => {
      if (isStopped) return
      isStopped = true
      // Without a reply of the server, the driver closes the connection, which ends the statement too.
      connection.cancel()
    }
    const running = new Promise<void>((resolve, reject) => {
      const { Request, TYPES } = this.#driver
      const request = new Request(statement.text, (error) => {
        if (error && !isStopped) reject(error)
        else resolve()
      })
      for (const [index, param] of statement.params.entries())
        request.addParameter(`p${index + 1}`, ...boundValue(param, TYPES))
      request.on('columnMetadata', (columns) => statement.onNames?.(columns.map(({ colName }) => colName)))
      request.on('row', (cells) => {
        if (isStopped) return
        try {
          const waiting = onRow(
            cells.map(({ value }) => value),
            stop,
          )
          if (!waiting) return
          request.pause()
          void waiting.finally(() => request.resume())
        } catch (error) {
          failed = { error }
          stop()
        }
      })
      if (statement.isBatch) connection.execSqlBatch(request)
      else connection.execSql(request)
    })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      await running
    } finally {
      signal.removeEventListener('abort', stop)
    }
    signal.throwIfAborted()
    if (failed) throw failed.error
  }

  #rollBack(session: Session): Promise<void> {
    const text = 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION'
    return this.#execute(session, { text, params: [], isBatch: true }, new AbortController().signal, () => undefined)
  }

  #idleSession(): Session | undefined {
    for (let session = this.#idle.pop(); session; session = this.#idle.pop()) {
      clearTimeout(session.idleTimer)
      if (!session.isClosed) return session
    }
    return undefined
  }

  /** Waits until fewer than the maximum of connections are in use. */
  #turn(signal: AbortSignal): Promise<void> {
    if (this.#busy < this.#max) {
      this.#busy++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(signal.reason)
      }
      const waiting: WaitingRequest = {
        resolve: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
        reject,
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #end(session: Session | undefined): void {
    if (session && this.#isClosed) this.#discard(session)
    else if (session && !session.isClosed) {
      this.#idle.push(session)
      session.idleTimer = setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(session), 1)
        this.#discard(session)
      }, IDLE_MS)
      session.idleTimer.unref()
    }
    const next = this.#waiting.shift()
    if (next) next.resolve()
    else this.#busy--
  }

  #discard(session: Session): void {
    clearTimeout(session.idleTimer)
    session.isClosed = true
    session.connection.close()
  }

  async #connect(): Promise<Session> {
    const connection = new this.#driver.Connection(optionsOf(this.#address))
    const session: Session = { connection, isClosed: false }
    const closed = (): void => void (session.isClosed = true)
    connection.on('end', closed).on('error', closed)
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(causeOf(error)) : resolve()))
    })
    return session
  }
}

/** The driver wraps errors of the socket; ours is the cause. */
function causeOf(error: Error): unknown {
  return error.cause instanceof ApiError ? error.cause : error
}

function optionsOf(address: MssqlAddress): MssqlOptions {
  const { host, port, database, username, password, isEncrypted, isVerified, certificates, socketPath } = address
  return {
    server: host,
    authentication: { type: 'default', options: { userName: username, password } },
    options: {
      port,
      database,
      appName: 'facet',
      encrypt: isEncrypted,
      trustServerCertificate: !isVerified,
      cryptoCredentialsDetails: { ...certificates },
      connector: (to, _lookup, signal) => connectSession(new DatabaseSocket(socketPath), to, signal),
      connectTimeout: OPEN_MS,
      requestTimeout: STATEMENT_SECONDS * 1000,
      cancelTimeout: CANCEL_MS,
      enableImplicitTransactions: true,
      useUTC: true,
      useColumnNames: false,
      rowCollectionOnRequestCompletion: false,
    },
  }
}

function connectSession(
  socket: DatabaseSocket,
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<DatabaseSocket> {
  return new Promise((resolve, reject) => {
    const leave = (): void => void socket.destroy(signal.reason instanceof Error ? signal.reason : undefined)
    signal.addEventListener('abort', leave, { once: true })
    socket.once('error', reject).once('connect', () => {
      signal.removeEventListener('abort', leave)
      socket.removeListener('error', reject)
      resolve(socket)
    })
    socket.connect(port, host)
  })
}

/** Returns the type and the value of a parameter. Numbers that are no integers are doubles. */
function boundValue(param: Param, types: MssqlDriver['TYPES']): readonly [type: unknown, value: unknown] {
  if (typeof param === 'boolean') return [types.Bit, param]
  if (typeof param === 'number')
    return Number.isSafeInteger(param) ? [types.BigInt, String(param)] : [types.Float, param]
  return [types.NVarChar, param !== null && typeof param === 'object' ? timestampSqlText(param) : param]
}

/** Returns the declaration of a parameter, as the driver sends it. */
export function declarationOf(param: Param, index: number): string {
  const number = Number.isSafeInteger(param) ? 'bigint' : 'float'
  const type = typeof param === 'boolean' ? 'bit' : typeof param === 'number' ? number : 'nvarchar(max)'
  return `@p${index + 1} ${type}`
}

import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection, ConnectionOptions } from 'mysql2'
import { DEFAULT_POOL_SIZE } from '#core/rest/pool-size.ts'
import type { EngineStorage } from '../engine.ts'
import { loadDriver } from '../drivers.ts'
import { DatabaseSocket } from '../link-local.ts'
import type { MysqlDriver } from './driver.ts'
import { type MysqlServer, mysqlServer } from './server.ts'

/** Maximum number of connections for catalogue queries, which do not wait for other queries. */
const CATALOGUE_SESSIONS = 2
/** Milliseconds: maximum time to open a connection, and to keep it unused. */
const OPEN_MS = 10_000
const IDLE_MS = 60_000
/** Milliseconds after which a statement that does not end is abandoned. */
const KILL_MS = 3000
const MAX_STATEMENTS = 32

/** The address and the account of a database. */
export type MysqlAddress = Required<Pick<ConnectionOptions, 'host' | 'port' | 'database' | 'user' | 'password'>> &
  Pick<ConnectionOptions, 'ssl'> & { readonly socketPath?: string | undefined }

/** Number of connections tried to reach the server that runs a statement, behind a load balancer. */
const KILL_ATTEMPTS = 4

/** An open connection. */
interface Session {
  readonly connection: Connection
  readonly server: string
  isClosed: boolean
  idleTimer?: NodeJS.Timeout
}

interface WaitingRequest {
  readonly resolve: (session: Session) => void
  readonly reject: (error: unknown) => void
}

/** The connections to one database, for queries and for the catalogue. */
export interface MysqlPools {
  readonly queries: MysqlSessions
  readonly catalogue: MysqlSessions
}

/** A limited number of connections. */
export class MysqlSessions {
  readonly #driver: MysqlDriver
  readonly #address: MysqlAddress
  readonly #idle: Session[] = []
  readonly #waiting: WaitingRequest[] = []
  readonly #max: number
  readonly #server: MysqlServer
  #open = 0
  #isClosed = false

  private constructor(driver: MysqlDriver, address: MysqlAddress, max: number, server: MysqlServer) {
    this.#server = server
    this.#driver = driver
    this.#address = address
    this.#max = max
  }

  /**
   * Opens the first connection; `max` is the maximum number for queries. Throws `driver-missing` and the errors of the
   * driver.
   */
  static async open(
    address: MysqlAddress,
    storage: EngineStorage,
    { server = mysqlServer, max = DEFAULT_POOL_SIZE }: { readonly server?: MysqlServer; readonly max?: number } = {},
  ): Promise<MysqlPools> {
    const driver = await loadDriver<MysqlDriver>('mysql', storage)
    const catalogue = new MysqlSessions(driver, address, CATALOGUE_SESSIONS, server)
    await catalogue.look('SELECT 1')
    return { queries: new MysqlSessions(driver, address, max, server), catalogue }
  }

  /**
   * Runs work on a connection. An aborted signal ends the statement in the server, closes the connection and rejects
   * with the reason of the signal. `stop` does the same without an error, when no more rows are needed.
   */
  async run<T>(signal: AbortSignal, work: (connection: Connection, stop: () => void) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const session = await this.#take(signal)
    let isStopped = false
    const stop = (): void => {
      if (isStopped) return
      isStopped = true
      void this.#kill(session)
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) stop()
      const result = await work(session.connection, stop)
      signal.throwIfAborted()
      return result
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
      if (isStopped) this.#discard(session)
      else this.#release(session)
    }
  }

  /** Returns the rows of our own statement. */
  look(text: string, values: readonly (string | number)[] = []): Promise<readonly Record<string, unknown>[]> {
    return this.run(new AbortController().signal, (connection) => rowsOf(connection, text, values))
  }

  /** Closes all connections, those in use when their work ends. */
  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The database was closed'))
    for (const session of this.#idle.splice(0)) this.#discard(session)
  }

  /** Ends the statement of a session in the server, from a connection of its own, and then the session. */
  async #kill(session: Session): Promise<void> {
    await Promise.race([this.#endThread(session), delay(KILL_MS, undefined, { ref: false })])
    session.connection.destroy()
    session.connection.emit('error', new Error('The statement was cancelled'))
  }

  /**
   * Behind a load balancer, a new connection may reach another server, where the same id is the session of another
   * user. The statement then ends at its limit.
   */
  async #endThread({ connection, server }: Session): Promise<void> {
    try {
      for (let attempt = 0; attempt < KILL_ATTEMPTS; attempt++) {
        const control = await this.#connect()
        try {
          if (control.server !== server || !(await this.#isOwn(control, connection))) continue
          await rowsOf(control.connection, `KILL ${connection.threadId}`, [])
          return
        } finally {
          control.connection.destroy()
        }
      }
    } catch {
      // The session has ended, or the server cannot be reached.
    }
  }

  /** True if a thread of the server is known to be the one of a connection. */
  async #isOwn(control: Session, connection: Connection): Promise<boolean> {
    if (this.#server.identity !== null) return true
    const { localPort } = (connection as unknown as { readonly stream?: Partial<Socket> }).stream ?? {}
    const rows = await rowsOf(control.connection, 'SHOW PROCESSLIST', [])
    return rows.some(({ Id, Host }) => Number(Id) === connection.threadId && String(Host).endsWith(`:${localPort}`))
  }

  async #take(signal: AbortSignal): Promise<Session> {
    for (let session = this.#idle.pop(); session; session = this.#idle.pop()) {
      clearTimeout(session.idleTimer)
      if (!session.isClosed) return session
      this.#discard(session)
    }
    if (this.#open < this.#max) {
      this.#open++
      try {
        return await this.#connect()
      } catch (error) {
        this.#open--
        throw error
      }
    }
    return this.#wait(signal)
  }

  #wait(signal: AbortSignal): Promise<Session> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(signal.reason)
      }
      const waiting: WaitingRequest = {
        resolve: (session) => {
          signal.removeEventListener('abort', leave)
          resolve(session)
        },
        reject,
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #release(session: Session): void {
    if (session.isClosed || this.#isClosed) return this.#discard(session)
    const next = this.#waiting.shift()
    if (next) return next.resolve(session)
    session.idleTimer = setTimeout(() => {
      const at = this.#idle.indexOf(session)
      if (at >= 0) this.#idle.splice(at, 1)
      this.#discard(session)
    }, IDLE_MS)
    session.idleTimer.unref()
    this.#idle.push(session)
  }

  #discard(session: Session): void {
    clearTimeout(session.idleTimer)
    session.connection.destroy()
    this.#open--
    const next = this.#waiting.shift()
    if (!next) return
    this.#open++
    this.#connect().then(
      (fresh) => next.resolve(fresh),
      (error: unknown) => {
        this.#open--
        next.reject(error)
        // Nobody else would serve the others.
        if (this.#open === 0) for (const { reject } of this.#waiting.splice(0)) reject(error)
      },
    )
  }

  async #connect(): Promise<Session> {
    const { socketPath, ...address } = this.#address
    const { host, port } = address
    const connection = this.#driver.createConnection({
      ...address,
      stream: () => new DatabaseSocket(socketPath).setKeepAlive(true).setNoDelay(true).connect(port, host),
      connectTimeout: OPEN_MS,
      charset: 'UTF8MB4_GENERAL_CI',
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
      rowsAsArray: true,
      disableEval: true,
      maxPreparedStatements: MAX_STATEMENTS,
      multipleStatements: false,
    })
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    connection.removeAllListeners('error')
    let isClosed = false
    let session: Session | undefined
    const closed = (): void => {
      isClosed = true
      if (session) session.isClosed = true
    }
    connection.on('error', closed).on('end', closed)
    try {
      const identity = this.#server.identity ?? "''"
      const [found] = await rowsOf(connection, `SELECT VERSION() AS version, ${identity} AS server`, [])
      for (const setting of this.#server.settings(String(found?.['version']))) await rowsOf(connection, setting, [])
      session = { connection, server: String(found?.['server']), isClosed }
      return session
    } catch (error) {
      connection.destroy()
      throw error
    }
  }
}

function rowsOf(
  connection: Connection,
  sql: string,
  values: readonly (string | number)[],
): Promise<readonly Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, values: [...values], rowsAsArray: false }, (error, rows) => {
      if (error) reject(error)
      else resolve(Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [])
    })
  })
}

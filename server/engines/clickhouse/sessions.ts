import { randomUUID } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '#core/rest/api-error.ts'
import type { Certificates } from '../certificates.ts'
import { loadDriver } from '../drivers.ts'
import type { EngineStorage } from '../engine.ts'
import { isLinkLocal, lookupHost } from '../link-local.ts'
import { clickHouseText } from './cells.ts'
import type { ClickHouseClient, ClickHouseDriver, ClickHouseRequest, ClickHouseRow, ServerSettings } from './driver.ts'

/** Maximum number of connections for catalogue queries, which do not wait for other queries. */
const CATALOGUE_SESSIONS = 2
/** Milliseconds: maximum time of the first request, and after which a cancelled statement is abandoned. */
const OPEN_MS = 10_000
const KILL_MS = 3000
/** Number of requests that try to reach the server that runs a statement, behind a load balancer. */
const KILL_ATTEMPTS = 4
/** The driver logs nothing: errors reach the caller. */
const LOG_OFF = 127

/** Maximum duration of a statement in seconds. */
export const STATEMENT_SECONDS = 900

/** The format of results: names, types, and then a list per row. */
const FORMAT = 'JSONCompactEachRowWithNamesAndTypes'

/** The address and the account of a database. */
export interface ClickHouseAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly username: string
  readonly password: string
  readonly isEncrypted: boolean
  readonly isVerified: boolean
  readonly certificates: Certificates | undefined
  /** The socket of a tunnel, to which requests are sent instead of the host. */
  readonly socketPath: string | undefined
}

/** The settings of each statement, whatever the profile of the user has: standard SQL, UTC and exact values. */
const SETTINGS: ServerSettings = {
  max_execution_time: STATEMENT_SECONDS,
  timeout_overflow_mode: 'throw',
  session_timezone: 'UTC',
  // The server ends a statement whose client is gone.
  cancel_http_readonly_queries_on_client_close: 1,
  prefer_column_name_to_alias: 1,
  join_use_nulls: 1,
  group_by_use_nulls: 1,
  aggregate_functions_null_for_empty: 1,
  cast_keep_nullable: 1,
  union_default_mode: 'DISTINCT',
  date_time_output_format: 'iso',
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 1,
  output_format_json_named_tuples_as_objects: 1,
}

/** A statement to run; `tag` is stored in the query log of the server. */
export interface ClickHouseStatement extends Pick<ClickHouseRequest, 'query' | 'query_params'> {
  readonly tag?: string
}

/** A limited number of requests to one database. Statements are read-only in the server. */
export class ClickHouseSessions {
  readonly #client: ClickHouseClient
  readonly #agent: HttpAgent
  #settings: ServerSettings = SETTINGS

  private constructor(driver: ClickHouseDriver, address: ClickHouseAddress, max: number) {
    const { isEncrypted, isVerified, certificates, socketPath, database, username, password } = address
    const options = { keepAlive: true, maxSockets: max, lookup: lookupHost, ...(socketPath && { socketPath }) }
    this.#agent = isEncrypted
      ? new HttpsAgent({ ...options, ...certificates, rejectUnauthorized: isVerified })
      : new HttpAgent(options)
    this.#client = driver.createClient({
      url: urlOf(address),
      username,
      password,
      database,
      application: 'facet',
      request_timeout: (STATEMENT_SECONDS + 10) * 1000,
      http_agent: this.#agent,
      use_multipart_params_auto: true,
      log: { level: LOG_OFF },
    })
  }

  /**
   * Tests the address with a first request; `max` is the maximum number of requests for queries. Throws `driver-missing`, `connection-link-local`, `connection-payload` for a
   * user whose settings cannot be changed, and the errors of the driver.
   */
  static async open(
    address: ClickHouseAddress,
    storage: EngineStorage,
    max: number,
  ): Promise<{ readonly queries: ClickHouseSessions; readonly catalogue: ClickHouseSessions }> {
    // IP addresses are not looked up.
    const { hostname } = new URL(urlOf(address))
    if (isLinkLocal(hostname.replace(/^\[|\]$/g, ''))) throw new ApiError('connection-link-local', { args: [hostname] })
    const driver = await loadDriver<ClickHouseDriver>('clickhouse', storage)
    const catalogue = new ClickHouseSessions(driver, address, CATALOGUE_SESSIONS)
    const queries = new ClickHouseSessions(driver, address, max)
    const signal = AbortSignal.timeout(OPEN_MS)
    try {
      const settings = await catalogue.#settingsOfUser(signal)
      queries.#settings = settings
      catalogue.#settings = settings
      // Throws if the user may not use the database, or not change a setting.
      await catalogue.look('SELECT 1 AS one')
      return { queries, catalogue }
    } catch (error) {
      await Promise.all([queries.close(), catalogue.close()])
      signal.throwIfAborted()
      throw error
    }
  }

  /**
   * Runs a statement and gives its lines to `onLines`, until it returns or calls `stop`. An aborted signal ends the
   * statement in the server and rejects with the reason of the signal.
   */
  async run(
    statement: ClickHouseStatement,
    signal: AbortSignal,
    onLines: (lines: readonly ClickHouseRow[], stop: () => void) => Promise<void> | undefined,
  ): Promise<void> {
    const stopping = new AbortController()
    let isStopped = false
    const stop = (): void => {
      isStopped = true
    }
    await this.#tracked(statement, AbortSignal.any([signal, stopping.signal]), signal, async (request) => {
      const result = await this.#client.query({ ...request, format: FORMAT })
      try {
        for await (const lines of result.stream() as AsyncIterable<readonly { json(): ClickHouseRow }[]>) {
          const waiting = onLines(
            lines.map((line) => line.json()),
            stop,
          )
          if (waiting) await waiting
          if (isStopped) break
        }
      } finally {
        result.close()
        if (isStopped) stopping.abort()
      }
    })
  }

  /** Returns the lines that the server prints for a statement without a format, such as an EXPLAIN. */
  async print(statement: ClickHouseStatement, signal: AbortSignal): Promise<readonly string[]> {
    return this.#tracked(statement, signal, signal, async (request) => {
      const { stream } = await this.#client.exec(request)
      const text = await textOf(stream)
      return text.replace(/\n$/, '').split('\n').map(unescapeValue)
    })
  }

  /** Returns the rows of our own statement, with values as texts. */
  async look(query: string, values: Readonly<Record<string, string>> = {}): Promise<readonly (readonly string[])[]> {
    const rows: (readonly string[])[] = []
    await this.run({ query, query_params: values }, AbortSignal.timeout(OPEN_MS), (lines) => {
      rows.push(...lines.map((line) => line.map(clickHouseText)))
      return undefined
    })
    return rows.slice(2)
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#client.close()
    this.#agent.destroy()
  }

  /** Runs work with a request that an aborted signal ends in the server. */
  async #tracked<T>(
    { query, query_params = {}, tag }: ClickHouseStatement,
    ended: AbortSignal,
    signal: AbortSignal,
    work: (request: ClickHouseRequest) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted()
    const query_id = randomUUID()
    let isOver = false
    const kill = (): void => void (isOver || this.#kill(query_id))
    ended.addEventListener('abort', kill, { once: true })
    const clickhouse_settings = { ...this.#settings, ...(tag === undefined ? {} : { log_comment: tag }) }
    try {
      return await work({ query, query_params, query_id, clickhouse_settings, abort_signal: ended })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      isOver = !ended.aborted
      ended.removeEventListener('abort', kill)
    }
  }

  /**
   * Ends a statement of this client in the server. Its identifier is random, so that no other statement has it; behind a
   * load balancer, a request may reach a server that does not run it.
   */
  async #kill(id: string): Promise<void> {
    const give = Promise.race([this.#killAttempts(id), delay(KILL_MS, undefined, { ref: false })])
    await give.catch(() => {
      // The statement has ended, or the server cannot be reached: it ends with its connection, or at its limit.
    })
  }

  async #killAttempts(id: string): Promise<void> {
    for (let attempt = 0; attempt < KILL_ATTEMPTS; attempt++) {
      const { stream } = await this.#client.exec({
        query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
        query_params: { id },
      })
      if ((await textOf(stream)) !== '') return
    }
  }

  /** Returns the settings of statements; a user who is read-only already may not set `readonly` again. */
  async #settingsOfUser(signal: AbortSignal): Promise<ServerSettings> {
    const request = { query: "SELECT getSetting('readonly')", abort_signal: signal }
    const { stream } = await this.#client.exec(request)
    const mode = (await textOf(stream)).trim()
    if (mode === '1')
      throw new ApiError('connection-payload', {
        args: ['The profile of this user has readonly = 1. Facet needs readonly = 2, or a user without it'],
      })
    // Another server, such as a proxy.
    if (mode !== '0' && mode !== '2') throw new ApiError('connection-failed')
    return mode === '2' ? SETTINGS : { ...SETTINGS, readonly: 1 }
  }
}

/** Returns the URL of a server. Throws `connection-hostname` for a host that is more than a name or an address. */
function urlOf({ host, port, isEncrypted }: ClickHouseAddress): string {
  const url = `${isEncrypted ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (!/^[^\s/\\?#@]+$/.test(host) || !URL.canParse(url)) throw new ApiError('connection-hostname')
  return url
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' }

/** Returns a printed value without the escapes of its format. */
function unescapeValue(text: string): string {
  return text.replace(/\\(.)/g, (_, each: string) => ESCAPES[each] ?? each)
}

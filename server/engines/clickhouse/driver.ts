import type { Agent } from 'node:http'
import type { Readable } from 'node:stream'

/** The options of a client that are used. */
export interface ClickHouseOptions {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly database: string
  readonly application: string
  readonly request_timeout: number
  readonly http_agent: Agent
  readonly use_multipart_params_auto: boolean
  readonly log: { readonly level: number }
}

/** Settings of one statement in the server, by name. */
export type ServerSettings = Readonly<Record<string, string | number>>

/** A statement with its values. */
export interface ClickHouseRequest {
  readonly query: string
  readonly query_id?: string
  readonly query_params?: Readonly<Record<string, string | number | boolean | null>>
  readonly clickhouse_settings?: ServerSettings
  readonly abort_signal?: AbortSignal
}

/** A value as read by the driver from JSON: integers of more than 32 bits and decimals are texts. */
export type ClickHouseValue = string | number | boolean | { readonly length?: number }

/** A line of a result: the names, the types, and then one row each. */
export type ClickHouseRow = readonly (ClickHouseValue | null)[]

/** The functions of the driver's client that are used. */
export interface ClickHouseClient {
  query(given: ClickHouseRequest & { readonly format: string }): Promise<{
    /** Gives lists of lines. */
    stream(): Readable
    close(): void
  }>
  /** Runs a statement as it is, without a format. */
  exec(given: ClickHouseRequest): Promise<{ readonly stream: Readable }>
  close(): Promise<void>
}

/** The functions of the driver that are used. */
export interface ClickHouseDriver {
  createClient(options: ClickHouseOptions): ClickHouseClient
}

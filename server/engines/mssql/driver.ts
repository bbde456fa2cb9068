import type { Socket } from 'node:net'
import type { Certificates } from '../certificates.ts'

/** A value as read by the driver: 64-bit integers are texts, decimals are doubles, times have their nanoseconds apart. */
export type MssqlValue =
  | string
  | number
  | boolean
  | Buffer
  | (Date & { readonly nanosecondsDelta?: number; readonly length?: number })

export type MssqlRow = readonly (MssqlValue | null)[]

/** The options of a connection that are used. */
export interface MssqlOptions {
  readonly server: string
  readonly authentication: {
    readonly type: 'default'
    readonly options: { readonly userName: string; readonly password: string }
  }
  readonly options: {
    readonly port: number
    readonly database: string
    readonly encrypt: boolean
    readonly trustServerCertificate: boolean
    readonly cryptoCredentialsDetails: Certificates
    readonly connector: (
      to: { readonly host: string; readonly port: number },
      lookup: unknown,
      signal: AbortSignal,
    ) => Promise<Socket>
    readonly enableImplicitTransactions: true
    readonly [name: string]: unknown
  }
}

/** A statement with its parameters. */
export interface MssqlRequest {
  addParameter(name: string, type: unknown, value: unknown): void
  on(event: 'row', listener: (cells: readonly { readonly value: MssqlValue | null }[]) => void): this
  on(event: 'columnMetadata', listener: (columns: readonly { readonly colName: string }[]) => void): this
  pause(): void
  resume(): void
}

/** A connection to a server. It runs one request at a time. */
export interface MssqlConnection {
  connect(connected: (error?: Error) => void): void
  execSql(request: MssqlRequest): void
  execSqlBatch(request: MssqlRequest): void
  cancel(): boolean
  close(): void
  on(event: 'end' | 'error', listener: (error?: Error) => void): this
}

/** The parts of the driver that are used. */
export interface MssqlDriver {
  readonly Connection: new (options: MssqlOptions) => MssqlConnection
  readonly Request: new (text: string, ended: (error?: Error | null) => void) => MssqlRequest
  readonly TYPES: Readonly<Record<'NVarChar' | 'BigInt' | 'Float' | 'Bit', unknown>>
}

import type { Connection, ConnectionOptions } from 'mysql2'

/** The functions of the driver that are used. */
export interface MysqlDriver {
  createConnection(options: ConnectionOptions): Connection
}

/** A column of a result, as described by the server. */
export interface MysqlField {
  readonly name: string
  /** The table that it comes from; empty if it is computed. */
  readonly orgTable: string
  readonly columnType: number
  readonly columnLength: number
  readonly characterSet: number
  readonly decimals: number
  readonly flags: number
}

/** A value as read by the driver: integers beyond 32 bits, decimals and times are texts. */
export type MysqlValue = string | number | Buffer

import type { Node } from '../restrict-tables.ts'

/** The dialects that engines use, as named by the parser. */
export type ParserDialect =
  | 'bigquery'
  | 'clickhouse'
  | 'databricks'
  | 'generic'
  | 'mssql'
  | 'mysql'
  | 'snowflake'
  | 'sqlite'

/** A text to parse. */
export interface ParserTask {
  readonly dialect: ParserDialect
  readonly text: string
}

/** The trees of the statements in a text, or the message of the parser. */
export type ParserReply = { readonly trees: readonly Node[] } | { readonly message: string }

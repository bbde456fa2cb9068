import type { Dialect } from '../engine.ts'
import type { PlanStep } from '../query-plan.ts'
import { dialect } from './dialect.ts'
import { SYSTEM_SCHEMAS } from './functions.ts'
import { parsePlan } from './query-plan.ts'

/** Maximum duration of a statement in seconds, even if its client is gone; the server then cancels it. */
export const STATEMENT_SECONDS = 900

/** How servers with the protocol of MySQL differ from each other. */
export interface MysqlServer {
  readonly dialect: Dialect
  /** Returns the statements that set up a session, whatever the server or the user has set. */
  settings(version: string): readonly string[]
  /**
   * SQL of the server that a connection has reached: thread ids are only unique within a server. Null if there is none;
   * a thread is then identified by the port of its client.
   */
  readonly identity: string | null
  /** True if preparing a statement returns its columns. */
  readonly describesPrepared: boolean
  /** The words before a statement that return its plan as a text, and the parser of that text. */
  readonly explainWords: string
  parsePlan(text: string): PlanStep
  /** True if the name of a database may begin with that of its catalog. */
  readonly hasCatalogs: boolean
  /** True if comments with hints change settings of the statement. */
  readonly hasSettingHints: boolean
  /** The folded schemas of the server. */
  readonly systemSchemas: readonly string[]
}

/** MySQL and MariaDB. */
export const mysqlServer: MysqlServer = {
  dialect,
  settings: (version) => [
    // Other character sets have bytes that end with a backslash or a backtick.
    'SET NAMES utf8mb4',
    // The parser reads quotes and backslashes as the server does in this mode.
    `SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', div_precision_increment = 16,
      group_concat_max_len = 1048576, ${
        /mariadb/i.test(version)
          ? `max_statement_time = ${STATEMENT_SECONDS}`
          : `max_execution_time = ${STATEMENT_SECONDS * 1000}`
      }`,
    'SET SESSION TRANSACTION READ ONLY',
  ],
  identity: "CONCAT_WS(':', @@hostname, @@port, @@server_id)",
  describesPrepared: true,
  explainWords: 'EXPLAIN FORMAT=JSON',
  parsePlan,
  hasCatalogs: false,
  hasSettingHints: false,
  systemSchemas: SYSTEM_SCHEMAS,
}

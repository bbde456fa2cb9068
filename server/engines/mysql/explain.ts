import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'
import { STATEMENT_SECONDS } from './server.ts'

type Meaning = (message: string, host: string) => readonly [ClassifiedError['code'], ...string[]]

const named =
  (code: ClassifiedError['code'], pattern: RegExp): Meaning =>
  (message) => [code, pattern.exec(message)?.[1] ?? message]

const lost: Meaning = () => ['connection-failed']
const unresolved: Meaning = () => ['connection-hostname']
const down: Meaning = (_message, host) => ['connection-host-down', host]
const late: Meaning = () => ['query-timeout', String(STATEMENT_SECONDS)]

/** By error number of the server, or by code of the driver and of the operating system. */
const meanings: Readonly<Record<string, Meaning>> = {
  1040: lost,
  1044: named('connection-permissions', /for user '([^']*)'/),
  1045: named('connection-denied', /for user '([^']*)'/),
  1049: named('connection-database', /Unknown database '(.*)'/),
  1054: named('column-missing', /Unknown column '(.+?)'/),
  1064: named('sql-syntax', /(.+)/s),
  1142: named('sql-refused', /(.+)/s),
  1143: named('sql-refused', /(.+)/s),
  1146: named('table-missing', /Table '(?:[^.']*\.)?(.+)' doesn't exist/),
  1305: named('object-missing', /(?:FUNCTION|PROCEDURE) (?:[^.\s]*\.)?(\S+) does not exist/),
  1370: named('sql-refused', /(.+)/s),
  1698: named('connection-denied', /for user '([^']*)'/),
  1792: () => ['dml-refused'],
  1969: late,
  3024: late,
  HANDSHAKE_NO_SSL_SUPPORT: lost,
  HANDSHAKE_SSL_ERROR: lost,
  PROTOCOL_CONNECTION_LOST: lost,
  ECONNRESET: lost,
  EPIPE: lost,
  ECONNREFUSED: () => ['connection-port-closed'],
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  EHOSTUNREACH: down,
  ENETUNREACH: down,
  EHOSTDOWN: down,
  ETIMEDOUT: () => ['connection-timeout'],
}

/** Returns the meaning of an error of a MySQL or MariaDB server, or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { code: 'query-failed', args: [String(first)], message: String(first) }
  const { errno, code = '', address, hostname = '' } = first as Error & Record<string, string | number | undefined>
  const { message } = first
  const meaning = meanings[String(errno)] ?? meanings[String(code)]
  if (!meaning) return { code: 'query-failed', args: [message], message }
  const [meant, ...args] = meaning(message, String(address ?? hostname))
  const position = Number(errno) === 1064 && sql !== undefined ? positionOf(message, sql) : undefined
  return { code: meant, args, message, ...(position === undefined ? {} : { position }) }
}

/** The server quotes the text from the error on. */
function positionOf(message: string, sql: string): number | undefined {
  const near = /near '(.*)' at line \d+$/s.exec(message)?.[1]
  const at = near === undefined || near === '' ? -1 : sql.indexOf(near)
  return at < 0 ? undefined : at
}

import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'
import { STATEMENT_SECONDS } from './server.ts'

type ExplainMessage = (message: string, host: string) => readonly [ClassifiedError['code'], ...string[]]

const explainMatch =
  (code: ClassifiedError['code'], pattern: RegExp): ExplainMessage =>
  (message) => [code, pattern.exec(message)?.[1] ?? message]

const explainLostConnection: ExplainMessage = () => ['connection-failed']
const explainUnknownHost: ExplainMessage = () => ['connection-hostname']
const explainHostDown: ExplainMessage = (_message, host) => ['connection-host-down', host]
const explainTimeout: ExplainMessage = () => ['query-timeout', String(STATEMENT_SECONDS)]

/** By error number of the server, or by code of the driver and of the operating system. */
const explanations: Readonly<Record<string, ExplainMessage>> = {
  1040: explainLostConnection,
  1044: explainMatch('connection-permissions', /for user '([^']*)'/),
  1045: explainMatch('connection-denied', /for user '([^']*)'/),
  1049: explainMatch('connection-database', /Unknown database '(.*)'/),
  1054: explainMatch('column-missing', /Unknown column '(.+?)'/),
  1064: explainMatch('sql-syntax', /(.+)/s),
  1142: explainMatch('sql-refused', /(.+)/s),
  1143: explainMatch('sql-refused', /(.+)/s),
  1146: explainMatch('table-missing', /Table '(?:[^.']*\.)?(.+)' doesn't exist/),
  1305: explainMatch('object-missing', /(?:FUNCTION|PROCEDURE) (?:[^.\s]*\.)?(\S+) does not exist/),
  1370: explainMatch('sql-refused', /(.+)/s),
  1698: explainMatch('connection-denied', /for user '([^']*)'/),
  1792: () => ['dml-refused'],
  1969: explainTimeout,
  3024: explainTimeout,
  HANDSHAKE_NO_SSL_SUPPORT: explainLostConnection,
  HANDSHAKE_SSL_ERROR: explainLostConnection,
  PROTOCOL_CONNECTION_LOST: explainLostConnection,
  ECONNRESET: explainLostConnection,
  EPIPE: explainLostConnection,
  ECONNREFUSED: () => ['connection-port-closed'],
  ENOTFOUND: explainUnknownHost,
  EAI_AGAIN: explainUnknownHost,
  EHOSTUNREACH: explainHostDown,
  ENETUNREACH: explainHostDown,
  EHOSTDOWN: explainHostDown,
  ETIMEDOUT: () => ['connection-timeout'],
}

/** Returns the meaning of an error of a MySQL or MariaDB server, or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { code: 'query-failed', args: [String(first)], message: String(first) }
  const { errno, code = '', address, hostname = '' } = first as Error & Record<string, string | number | undefined>
  const { message } = first
  const meaning = explanations[String(errno)] ?? explanations[String(code)]
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

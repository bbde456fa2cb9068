import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'
import { offsetOf } from '../shared/sql-parser.ts'
import { TrinoError, TrinoHttpError } from './client.ts'

type ExplainMessage = (message: string, host: string) => readonly [ClassifiedError['code'], ...string[]]

const explainMatch =
  (code: ClassifiedError['code'], pattern: RegExp): ExplainMessage =>
  (message) => [code, pattern.exec(message)?.[1] ?? message]

const explainLostConnection: ExplainMessage = () => ['connection-failed']
const explainUnknownHost: ExplainMessage = () => ['connection-hostname']
const explainHostDown: ExplainMessage = (_message, host) => ['connection-host-down', host]
const explainDenied = explainMatch('sql-refused', /^(?:Access Denied: )?(.+)/s)
const explainTimeout: ExplainMessage = (message) => ['query-timeout', /limit of ([\d.]+)s\b/.exec(message)?.[1] ?? '?']

/** By name of the error in the server, or by code of the operating system. */
const explanations: Readonly<Record<string, ExplainMessage>> = {
  SYNTAX_ERROR: explainMatch('sql-syntax', /(.+)/s),
  COLUMN_NOT_FOUND: explainMatch('column-missing', /Column '(.+?)' (?:cannot be resolved|not found)/),
  TABLE_NOT_FOUND: explainMatch('table-missing', /Table '(?:[^.']*\.){0,2}(.+)' (?:does not exist|not found)/),
  SCHEMA_NOT_FOUND: explainMatch('schema-missing', /Schema '(.+?)' does not exist/),
  CATALOG_NOT_FOUND: explainMatch('connection-database', /Catalog '(.+?)' (?:not found|does not exist)/),
  FUNCTION_NOT_FOUND: explainMatch('object-missing', /Function '(.+?)' not registered/),
  PERMISSION_DENIED: explainDenied,
  EXCEEDED_TIME_LIMIT: explainTimeout,
  USER_CANCELED: () => ['query-stopped'],
  ADMINISTRATIVELY_KILLED: () => ['query-stopped'],
  SERVER_SHUTTING_DOWN: explainLostConnection,
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

const UNAUTHORIZED = 401
const FORBIDDEN = 403

/** Returns the meaning of an error of a Trino server, or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { code: 'query-failed', args: [String(first)], message: String(first) }
  const { message } = first
  if (first instanceof TrinoHttpError) {
    const { status, user } = first
    if (status === UNAUTHORIZED) return { code: 'connection-denied', args: [user], message }
    if (status === FORBIDDEN) return { code: 'connection-permissions', args: [user], message }
    return { code: 'connection-failed', args: [], message }
  }
  const { code = '', address, hostname = '' } = first as Error & Record<string, string | undefined>
  const meaning = explanations[code]
  const [meant, ...args] = meaning?.(message, address ?? hostname) ?? (['query-failed', message] as const)
  const position = first instanceof TrinoError && sql !== undefined ? positionOf(first, sql) : undefined
  return {
    code: isTls(code) ? 'connection-failed' : meant,
    args,
    message,
    ...(position === undefined ? {} : { position }),
  }
}

/** True for errors of TLS and of certificates. */
function isTls(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)
}

function positionOf({ line, column }: TrinoError, sql: string): number | undefined {
  return line === undefined || column === undefined ? undefined : offsetOf(sql, line, column)
}

import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'
import { STATEMENT_SECONDS } from './sessions.ts'

type ExplainMessage = (message: string, host: string) => readonly [ClassifiedError['code'], ...string[]]

const explainMatch =
  (code: ClassifiedError['code'], pattern: RegExp): ExplainMessage =>
  (message) => [code, pattern.exec(message)?.[1] ?? message]

const explainLostConnection: ExplainMessage = () => ['connection-failed']
const explainUnknownHost: ExplainMessage = () => ['connection-hostname']
const explainHostDown: ExplainMessage = (_message, host) => ['connection-host-down', host]
const explainTimeout: ExplainMessage = () => ['query-timeout', String(STATEMENT_SECONDS)]
const explainDenied = explainMatch('connection-denied', /^(\S+): Authentication failed/)
const table = explainMatch(
  'table-missing',
  /(?:identifier|Table) [`'"]?(?:[^.`'"\s]*\.)?([^`'"]+?)[`'"]?(?: does not exist|$)/,
)

/** By error code of the server, or by code of the driver and of the operating system. */
const explanations: Readonly<Record<string, ExplainMessage>> = {
  16: explainMatch('column-missing', /column ['`]?([^\s'`]+)/i),
  46: explainMatch('object-missing', /name [`'](.+?)[`'] does not exist/),
  47: explainMatch('column-missing', /identifier [`'](.+?)[`']/),
  60: table,
  62: explainMatch('sql-syntax', /(.+)/s),
  81: explainMatch('connection-database', /Database [`']?(.+?)[`']? does(?: not|n't) exist/),
  159: explainTimeout,
  164: (message) => (/readonly mode/.test(message) ? ['dml-refused'] : ['sql-refused', message]),
  192: explainDenied,
  193: explainDenied,
  194: explainDenied,
  497: explainMatch('sql-refused', /(.+)/s),
  516: explainDenied,
  ECONNRESET: explainLostConnection,
  EPIPE: explainLostConnection,
  EPROTO: explainLostConnection,
  CERT_HAS_EXPIRED: explainLostConnection,
  DEPTH_ZERO_SELF_SIGNED_CERT: explainLostConnection,
  SELF_SIGNED_CERT_IN_CHAIN: explainLostConnection,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: explainLostConnection,
  ERR_TLS_CERT_ALTNAME_INVALID: explainLostConnection,
  ECONNREFUSED: () => ['connection-port-closed'],
  ENOTFOUND: explainUnknownHost,
  EAI_AGAIN: explainUnknownHost,
  EHOSTUNREACH: explainHostDown,
  ENETUNREACH: explainHostDown,
  EHOSTDOWN: explainHostDown,
  ETIMEDOUT: () => ['connection-timeout'],
}

/** The statement in a message: it has the conditions of row rules and of virtual datasets. */
const STATEMENT = /[:.]?\s*\b(?:in scope|in query|for subquery|while processing|while executing)\b[\s\S]*$/i

/** Returns the meaning of an error of a ClickHouse server, or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { code: 'query-failed', args: [String(first)], message: String(first) }
  const { code = '', address, hostname = '' } = first as Error & Record<string, string | number | undefined>
  const message = messageOf(first)
  const meaning = explanations[first.name === 'TimeoutError' ? 'ETIMEDOUT' : String(code)]
  // A proxy has replied with an error of its own.
  if (!meaning && message === '') return { code: 'connection-failed', args: [], message }
  if (!meaning) return { code: 'query-failed', args: [message], message }
  const [meant, ...args] = meaning(message, String(address ?? hostname))
  const position = String(code) === '62' && sql !== undefined ? positionOf(message, sql) : undefined
  const candidates = candidatesOf(first)
  return {
    code: meant,
    args,
    message,
    ...(position === undefined ? {} : { position }),
    ...(candidates.length === 0 ? {} : { candidates }),
  }
}

/** Returns the message without the version and the code of the server, and without the statement. */
function messageOf({ message }: Error): string {
  return message
    .replace(STATEMENT, '')
    .replace(/^Code: \d+\. DB::Exception: /, '')
    .replace(/ \(version [^)]*\)\s*$/, '')
    .trim()
}

/** Returns the offset of a syntax error; the server counts bytes from 1. */
function positionOf(message: string, sql: string): number | undefined {
  const [, at] = /failed at position (\d+)/.exec(message) ?? []
  if (at === undefined) return undefined
  return Buffer.from(sql)
    .subarray(0, Number(at) - 1)
    .toString().length
}

/** Returns the names that the server suggests. */
function candidatesOf({ message }: Error): readonly string[] {
  const list = /Maybe you meant:? \[?(.+?)\]?\.?$/.exec(message)?.[1] ?? ''
  return [...list.matchAll(/['`]([^'`]+)['`]/g)].map(([, name = '']) => name)
}

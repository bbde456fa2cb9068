import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'
import { STATEMENT_SECONDS } from './sessions.ts'

type ExplainMessage = (message: string) => readonly [ClassifiedError['code'], ...string[]]

const explainMatch =
  (code: ClassifiedError['code'], pattern: RegExp): ExplainMessage =>
  (message) => [code, pattern.exec(message)?.[1] ?? message]
const explainWithMessage =
  (code: ClassifiedError['code']): ExplainMessage =>
  (message) => [code, message]

const explainLostConnection: ExplainMessage = () => ['connection-failed']
const explainUnknownHost: ExplainMessage = () => ['connection-hostname']
const explainHostDown: ExplainMessage = (message) => ['connection-host-down', /to (\S+):\d+/.exec(message)?.[1] ?? '']
const explainTimeout: ExplainMessage = (message) =>
  message.startsWith('Timeout: Request') ? ['query-timeout', String(STATEMENT_SECONDS)] : ['connection-timeout']

/** By error number of the server, or by code of the driver and of the operating system. */
const explanations: Readonly<Record<string, ExplainMessage>> = {
  102: explainWithMessage('sql-syntax'),
  105: explainWithMessage('sql-syntax'),
  156: explainWithMessage('sql-syntax'),
  170: explainWithMessage('sql-syntax'),
  195: explainMatch('object-missing', /'([^']+)' is not a recognized/),
  207: explainMatch('column-missing', /column name '(.+?)'/),
  208: explainMatch('table-missing', /object name '(?:[^']*\.)?([^'.]+)'/),
  229: explainWithMessage('sql-refused'),
  230: explainWithMessage('sql-refused'),
  262: explainWithMessage('sql-refused'),
  4060: explainMatch('connection-database', /database "(.+?)"/),
  4104: explainMatch('column-missing', /identifier "(.+?)"/),
  4121: explainMatch('object-missing', /function or aggregate "(.+?)"/),
  18_452: explainMatch('connection-denied', /user '([^']*)'/),
  18_456: explainMatch('connection-denied', /user '([^']*)'/),
  18_470: explainMatch('connection-denied', /user '([^']*)'/),
  EENCRYPT: explainWithMessage('connection-payload'),
  ELOGIN: explainMatch('connection-denied', /user '([^']*)'/),
  ETIMEOUT: explainTimeout,
  ESOCKET: explainLostConnection,
  ECLOSE: explainLostConnection,
  EINVALIDSTATE: explainLostConnection,
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

/** Returns the meaning of an error of a SQL Server, of its driver or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { code: 'query-failed', args: [String(first)], message: String(first) }
  const { number, code, lineNumber } = first as Error & Readonly<Record<string, string | number | undefined>>
  const { message } = first
  const inner = (first.cause ?? {}) as { readonly code?: string }
  const key = [number, inner.code, code].map(String).find((each) => each in explanations)
  if (first.name === 'TimeoutError') return { code: 'connection-timeout', args: [], message }
  if (key === undefined) return { code: 'query-failed', args: [message], message }
  const [meant, ...args] = (explanations[key] ?? explainLostConnection)(message)
  const position =
    meant === 'sql-syntax' && sql !== undefined ? positionOf(message, Number(lineNumber), sql) : undefined
  return { code: meant, args, message, ...(position === undefined ? {} : { position }) }
}

/** Returns the offset of the word that the server names, in the line that it names. */
function positionOf(message: string, line: number, sql: string): number | undefined {
  const near = /near (?:the keyword )?'(.+)'\.?$/s.exec(message)?.[1]
  if (near === undefined || !(line >= 1)) return undefined
  const from =
    sql
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length + (line > 1 ? 1 : 0)
  const at = sql.toLowerCase().indexOf(near.toLowerCase(), from)
  return at < 0 ? undefined : at
}

import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'
import { STATEMENT_SECONDS } from './sessions.ts'

type Meaning = (message: string) => readonly [ClassifiedError['code'], ...string[]]

const named =
  (code: ClassifiedError['code'], pattern: RegExp): Meaning =>
  (message) => [code, pattern.exec(message)?.[1] ?? message]
const whole =
  (code: ClassifiedError['code']): Meaning =>
  (message) => [code, message]

const lost: Meaning = () => ['connection-failed']
const unresolved: Meaning = () => ['connection-hostname']
const down: Meaning = (message) => ['connection-host-down', /to (\S+):\d+/.exec(message)?.[1] ?? '']
const late: Meaning = (message) =>
  message.startsWith('Timeout: Request') ? ['query-timeout', String(STATEMENT_SECONDS)] : ['connection-timeout']

/** By error number of the server, or by code of the driver and of the operating system. */
const meanings: Readonly<Record<string, Meaning>> = {
  102: whole('sql-syntax'),
  105: whole('sql-syntax'),
  156: whole('sql-syntax'),
  170: whole('sql-syntax'),
  195: named('object-missing', /'([^']+)' is not a recognized/),
  207: named('column-missing', /column name '(.+?)'/),
  208: named('table-missing', /object name '(?:[^']*\.)?([^'.]+)'/),
  229: whole('sql-refused'),
  230: whole('sql-refused'),
  262: whole('sql-refused'),
  4060: named('connection-database', /database "(.+?)"/),
  4104: named('column-missing', /identifier "(.+?)"/),
  4121: named('object-missing', /function or aggregate "(.+?)"/),
  18_452: named('connection-denied', /user '([^']*)'/),
  18_456: named('connection-denied', /user '([^']*)'/),
  18_470: named('connection-denied', /user '([^']*)'/),
  EENCRYPT: whole('connection-payload'),
  ELOGIN: named('connection-denied', /user '([^']*)'/),
  ETIMEOUT: late,
  ESOCKET: lost,
  ECLOSE: lost,
  EINVALIDSTATE: lost,
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

/** Returns the meaning of an error of a SQL Server, of its driver or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { code: 'query-failed', args: [String(first)], message: String(first) }
  const { number, code, lineNumber } = first as Error & Readonly<Record<string, string | number | undefined>>
  const { message } = first
  const inner = (first.cause ?? {}) as { readonly code?: string }
  const key = [number, inner.code, code].map(String).find((each) => each in meanings)
  if (first.name === 'TimeoutError') return { code: 'connection-timeout', args: [], message }
  if (key === undefined) return { code: 'query-failed', args: [message], message }
  const [meant, ...args] = (meanings[key] ?? lost)(message)
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

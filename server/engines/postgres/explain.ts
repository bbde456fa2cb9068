import { ApiError } from '#core/rest/api-error.ts'
import type { ClassifiedError } from '../engine.ts'

/** An error of the server or of the connection: `code` is an SQLSTATE or an operating system code. */
interface Failure {
  readonly code: string
  readonly message: string
  readonly host: string
  readonly hint: string
}

type ExplainFailure = (failure: Failure) => readonly [ClassifiedError['code'], ...string[]]

const explainWithMessage =
  (code: ClassifiedError['code'], pattern: RegExp): ExplainFailure =>
  ({ message }) => [code, pattern.exec(message)?.[1] ?? message]

const explainLostConnection: ExplainFailure = () => ['connection-failed']
const explainHostDown: ExplainFailure = ({ host }) => ['connection-host-down', host]
const explainUnknownHost: ExplainFailure = () => ['connection-hostname']
const explainClosedPort: ExplainFailure = () => ['connection-port-closed']

const explanations: Readonly<Record<string, ExplainFailure>> = {
  '42703': explainWithMessage('column-missing', /column "?(.+?)"? does not exist/),
  '42P01': explainWithMessage('table-missing', /(?:relation|for table) "(.+?)"/),
  '3F000': explainWithMessage('schema-missing', /schema "(.+)" does not exist/),
  '42883': (failure) =>
    failure.message.startsWith('operator')
      ? explainWithMessage('operator-missing', /does not exist: (.+)/)(failure)
      : explainWithMessage('object-missing', /function (.+) does not exist/)(failure),
  '42601': explainWithMessage('sql-syntax', /(?:syntax error )?(.+)/),
  '42501': explainWithMessage('sql-refused', /(.+)/),
  '25006': () => ['dml-refused'],
  '28P01': explainWithMessage('connection-password', /user "(.+)"/),
  '28000': (failure) =>
    explainWithMessage(
      /does not exist/.test(failure.message) ? 'connection-username' : 'connection-denied',
      /(?:role|user) "([^"]+)"/,
    )(failure),
  '3D000': explainWithMessage('connection-database', /database "(.+)" does not exist/),
  '57014': (failure) =>
    /timeout/.test(failure.message) ? ['query-timeout', String(STATEMENT_SECONDS)] : ['query-failed', failure.message],
  '54000': () => ['result-too-large', 'what the database can send'],
  '57P01': explainLostConnection,
  '57P02': explainLostConnection,
  '57P03': explainLostConnection,
  '53300': explainLostConnection,
  ECONNRESET: explainLostConnection,
  EPIPE: explainLostConnection,
  ECONNREFUSED: explainClosedPort,
  ENOTFOUND: explainUnknownHost,
  EAI_AGAIN: explainUnknownHost,
  EHOSTUNREACH: explainHostDown,
  ENETUNREACH: explainHostDown,
  EHOSTDOWN: explainHostDown,
  ETIMEDOUT: () => ['connection-timeout'],
}

/** Maximum duration of a statement in seconds, even if its client is gone; the server then cancels it. */
export const STATEMENT_SECONDS = 900

/** Returns the meaning of an error of PostgreSQL or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  const explained = meaningOf(error)
  const position = sql === undefined ? undefined : Number((error as { position?: unknown } | null)?.position)
  // PostgreSQL counts characters from 1.
  return position && sql
    ? {
        ...explained,
        position: Array.from(sql)
          .slice(0, position - 1)
          .join('').length,
      }
    : explained
}

function meaningOf(error: unknown): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const failure = failureOf(error)
  const { message } = failure
  if (explanations[failure.code]) {
    const [code, ...args] = (explanations[failure.code] as ExplainFailure)(failure)
    return { code, args, message, ...candidatesIn(failure.hint) }
  }
  if (/^timeout e|timeout expired/.test(message)) return { code: 'connection-timeout', args: [], message }
  if (message === 'There was an error establishing an SSL connection')
    return { code: 'connection-protocol', args: ['PostgreSQL'], message }
  if (/^Connection terminated|not queryable/.test(message)) return { code: 'connection-failed', args: [], message }
  return { code: 'query-failed', args: [message], message }
}

function failureOf(error: unknown): Failure {
  // Every IP address of a host is tried, and each may fail.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(first instanceof Error)) return { code: '', message: String(first), host: '', hint: '' }
  const {
    code = '',
    address,
    hostname = '',
    hint = '',
  } = first as Error & Partial<Record<'code' | 'address' | 'hostname' | 'hint', string>>
  return { code, message: first.message, host: address ?? hostname, hint }
}

/** Returns the names that PostgreSQL suggests. */
function candidatesIn(hint: string): Pick<ClassifiedError, 'candidates'> {
  const candidates = [...hint.matchAll(/column "((?:[^"]|"(?=\.)|(?<=\.)")+)"/g)].map((each) => each[1] ?? '')
  return hint.startsWith('Perhaps you meant') && candidates.length > 0 ? { candidates } : {}
}

import type { ClassifiedError } from '../engine.ts'
import { explainWarehouse, matchError, type MatchedError, type ErrorPattern } from '../shared/warehouse-errors.ts'
import { WAREHOUSE_SECONDS } from '../shared/warehouse.ts'

/** By message; one error number covers several errors in a statement. */
const MESSAGES: readonly ErrorPattern[] = [
  [/invalid identifier '"?([^'"]+)"?'/, 'column-missing'],
  [/Schema '(?:[^'.]+\.)*([^'.]+)' does not exist/i, 'schema-missing'],
  [/Database '([^']+)' does not exist/i, 'connection-database'],
  [/Object '(?:[^'.]+\.)*"?([^'."]+)"?' does not exist/i, 'table-missing'],
  [/Unknown (?:user-defined )?(?:table )?function \(?([\w.]+)/i, 'object-missing'],
  [/Insufficient privileges to operate on (.+?)\.?$/s, 'sql-refused'],
  [/(syntax error .+)/s, 'sql-syntax'],
]

/** By number of the error in the server or in the driver. */
const NUMBERS: Readonly<Record<string, MatchedError>> = {
  '000604': ['query-stopped'],
  '000605': ['query-stopped'],
  '000630': ['query-timeout', String(WAREHOUSE_SECONDS)],
  '390100': ['connection-denied', 'user'],
  '390144': ['connection-denied', 'user'],
  '390201': ['connection-database', 'database'],
  '401001': ['connection-failed'],
  '405501': ['connection-failed'],
  '407002': ['connection-failed'],
}

const PLACE = /line (\d+) at position (\d+)/

/** Returns the meaning of an error of Snowflake, of its driver or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  return explainWarehouse(error, sql, (first) => {
    const message = first.message.replace(/^SQL (?:compilation|execution) error:\s*/, '').trim()
    const [, line, position] = PLACE.exec(message) ?? []
    const { code } = first as Error & { readonly code?: unknown }
    return {
      message,
      meaning: deniedUser(message) ?? NUMBERS[String(code).padStart(6, '0')] ?? matchError(message, MESSAGES),
      // Positions count from 0.
      position: line === undefined ? undefined : { line: Number(line), column: Number(position) + 1 },
    }
  })
}

function deniedUser(message: string): MatchedError | undefined {
  return /^(?:Incorrect username or password|User temporarily locked|JWT token is invalid)/i.test(message)
    ? ['connection-denied', 'user']
    : undefined
}

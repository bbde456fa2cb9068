import type { ClassifiedError } from '../engine.ts'
import { explainWarehouse, matchError, type MatchedError, type ErrorPattern } from '../shared/warehouse-errors.ts'
import { WAREHOUSE_SECONDS } from '../shared/warehouse.ts'

/** By message, which begins with a class of errors in brackets. */
const MESSAGES: readonly ErrorPattern[] = [
  [/\[UNRESOLVED_COLUMN\b[^\]]*\].*? with name `(?:[^`]+`\.`)*([^`]+)` cannot be resolved/s, 'column-missing'],
  [/\[TABLE_OR_VIEW_NOT_FOUND\].*? `(?:[^`]+`\.`)*([^`]+)` cannot be found/s, 'table-missing'],
  [/\[SCHEMA_NOT_FOUND\].*? `(?:[^`]+`\.`)*([^`]+)` cannot be found/s, 'schema-missing'],
  [/\[(?:NO_SUCH_CATALOG_EXCEPTION|CATALOG_NOT_FOUND)[^\]]*\].*?[`']([^`']+)[`']/s, 'connection-database'],
  [/\[UNRESOLVED_ROUTINE\].*? `(?:[^`]+`\.`)*([^`]+)`/s, 'object-missing'],
  [/\[(?:INSUFFICIENT_PERMISSIONS|PERMISSION_DENIED)[^\]]*\]\s*(.+)/s, 'sql-refused'],
  [/\[PARSE_SYNTAX_ERROR\]\s*([^\n]+?)(?: ?SQLSTATE.*)?(?: ?\(line.*)?$/s, 'sql-syntax'],
]

const PLACE = /line (\d+),? pos(?:ition)? (\d+)/

/** Returns the meaning of an error of a SQL warehouse, of its driver or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  return explainWarehouse(error, sql, (first) => {
    const message = first.message.replace(/^Error running query:\s*/, '').trim()
    const [, line, position] = PLACE.exec(message) ?? []
    return {
      message,
      meaning: explainStopped(first, message) ?? matchError(message, MESSAGES) ?? explainDenied(first, message),
      // Positions count from 0.
      position: line === undefined ? undefined : { line: Number(line), column: Number(position) + 1 },
    }
  })
}

function explainStopped(error: Error, message: string): MatchedError | undefined {
  const { errorCode } = error as Error & { readonly errorCode?: unknown }
  if (errorCode === 'TIMEOUT' || /\[?QUERY_EXECUTION_TIMEOUT|STATEMENT_TIMEOUT/.test(message))
    return ['query-timeout', String(WAREHOUSE_SECONDS)]
  return errorCode === 'CANCELED' ? ['query-stopped'] : undefined
}

/** Returns the meaning of a response of the server to another token than that of a user. */
function explainDenied(error: Error, message: string): MatchedError | undefined {
  const { statusCode, response } = error as Error & {
    readonly statusCode?: number
    readonly response?: { readonly status?: number }
  }
  const status = statusCode ?? response?.status
  if (status === 401 || /\b401\b|Invalid access token|Unauthorized/i.test(message))
    return ['connection-denied', 'token']
  if (status === 403 || /\b403\b|Forbidden/i.test(message)) return ['connection-permissions', 'token']
  return undefined
}

import type { ClassifiedError } from '../engine.ts'
import { explainWarehouse, matchError, type MatchedError, type ErrorPattern } from '../shared/warehouse-errors.ts'
import { WAREHOUSE_SECONDS } from '../shared/warehouse.ts'

/** An error of the driver. */
type BigQueryError = Error & {
  readonly code?: unknown
  readonly errors?: readonly { readonly reason?: string; readonly message?: string }[]
}

/** By message; the server has one reason for all faults of a statement. */
const MESSAGES: readonly ErrorPattern[] = [
  [/^Unrecognized name: `?([^`\s;]+)`?/, 'column-missing'],
  [/^Name (\S+) not found inside/, 'column-missing'],
  [/Not found: Table (?:[^:\s]+[:.])?(?:[^.\s]+\.)?([^.\s]+) was not found/, 'table-missing'],
  [/^Table "?(?:[^".]+\.)*([^".]+)"? must be qualified/, 'table-missing'],
  [/Not found: Dataset (?:[^:\s]+[:.])?(\S+)/, 'schema-missing'],
  [/Not found: Project (\S+)/, 'connection-database'],
  [/^Function not found: ([^\s;]+)/, 'object-missing'],
  [/^(Syntax error: .+?)(?: at \[\d+:\d+\])?$/s, 'sql-syntax'],
  [/^(Query exceeded limit for bytes billed.*)/s, 'query-failed'],
]

const TIMED_OUT = /timed out|Job execution was cancelled: Job timed out/i
const PLACE = /\[(\d+):(\d+)\]/

/** Returns the meaning of an error of BigQuery, of its driver or of the connection. */
export function explain(error: unknown, sql?: string): ClassifiedError {
  return explainWarehouse(error, sql, (first) => {
    const { errors = [], code } = first as BigQueryError
    const [fault = {}] = errors
    const message = fault.message ?? first.message
    const [, line, column] = PLACE.exec(message) ?? []
    return {
      message,
      meaning: bySign(first.message) ?? matchError(message, MESSAGES) ?? byReason(fault.reason, code, message),
      position: line === undefined ? undefined : { line: Number(line), column: Number(column) },
    }
  })
}

/** Returns the meaning of an error when the driver signs in. */
function bySign(message: string): MatchedError | undefined {
  // Either OpenSSL cannot parse the private key, or the server rejects the service account.
  const isDenied = /invalid_grant|account not found|DECODER routines|PEM routines|asn1 encoding/i.test(message)
  return isDenied ? ['connection-denied', 'service account'] : undefined
}

function byReason(reason: string | undefined, code: unknown, message: string): MatchedError | undefined {
  if (reason === 'accessDenied') return ['sql-refused', message]
  if (reason === 'stopped' || reason === 'timeout')
    return TIMED_OUT.test(message) ? ['query-timeout', String(WAREHOUSE_SECONDS)] : ['query-stopped']
  if (code === 401) return ['connection-denied', 'service account']
  return code === 403 && reason === 'forbidden' ? ['connection-permissions', 'service account'] : undefined
}

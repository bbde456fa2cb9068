import { ReferenceMissing, StoreFull, StoreUnavailable, UniqueViolation, UnreadableValue } from './errors.ts'

interface DriverError extends Error {
  readonly code?: string
  readonly table?: string
  readonly constraint?: string
}

const SQLITE_UNIQUE = 'UNIQUE constraint failed: '
const SQLITE_FOREIGN_KEY = 'FOREIGN KEY constraint failed'

/** Translates driver errors to the store's errors; errors without an equivalent are returned unchanged. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, table = '', constraint = '', message } = error as DriverError
  if (code === '23505') return new UniqueViolation(table, columnsOf(table, constraint), error)
  if (message.startsWith(SQLITE_UNIQUE)) {
    const columns = message.slice(SQLITE_UNIQUE.length).split(', ')
    return new UniqueViolation(
      columns[0]?.split('.')[0] ?? '',
      columns.map((each) => each.split('.')[1] ?? each),
      error,
    )
  }
  if (code === '23503' || message === SQLITE_FOREIGN_KEY) return new ReferenceMissing(message, { cause: error })
  if (message.includes('too large to be represented as a JavaScript number')) {
    return new UnreadableValue('An integer beyond 2^53 was read', { cause: error })
  }
  if (message.includes('database or disk is full') || code === '53100') return new StoreFull(message, { cause: error })
  if (isConnectionLost(code ?? '', message)) return new StoreUnavailable(message, { cause: error })
  return error
}

/**
 * System error codes, PostgreSQL error classes (08: connection, 57P0: shutting down or starting), and messages of the
 * driver.
 */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
])
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

function isConnectionLost(code: string, message: string): boolean {
  return UNAVAILABLE_CODES.has(code) || /^(08...|57P0.)$/.test(code) || UNAVAILABLE_MESSAGE.test(message)
}

/** Unique indexes are named `table__column__column`; PostgreSQL names primary keys `table_pkey`. */
function columnsOf(table: string, constraint: string): string[] {
  return constraint === `${table}_pkey` ? ['id'] : constraint.split('__').slice(1)
}

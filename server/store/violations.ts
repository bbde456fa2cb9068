import { ReferenceMissing, RefusedValue, UniqueViolation } from './errors.ts'

interface DriverError extends Error {
  readonly code?: string
  readonly table?: string
  readonly constraint?: string
}

const SQLITE_UNIQUE = 'UNIQUE constraint failed: '
const SQLITE_FOREIGN_KEY = 'FOREIGN KEY constraint failed'

/** Turns what a driver says about violated constraints into the store's errors; other errors stay as they are. */
export function translate(error: unknown): unknown {
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
    return new RefusedValue('An integer beyond 2^53 was read', { cause: error })
  }
  return error
}

/** Unique indexes are named `table__column__column`; PostgreSQL names primary keys `table_pkey`. */
function columnsOf(table: string, constraint: string): string[] {
  return constraint === `${table}_pkey` ? ['id'] : constraint.split('__').slice(1)
}

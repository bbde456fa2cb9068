import { constants, DatabaseSync } from '@photostructure/sqlite'
import { isCatalogue, mayCall, FACET_FUNCTIONS } from './functions.ts'
import { parseTime, zonedClock } from './time-functions.ts'

export type SqliteDatabase = InstanceType<typeof DatabaseSync>

/** Milliseconds to wait for a writer. */
const BUSY_MS = 5000
/** Kibibytes of pages that a process caches: the charts of a dashboard read the same tables. */
const PAGE_CACHE_KIB = 16 * 1024
const MAX_VALUE_BYTES = 64 * 2 ** 20
const MAX_STATEMENT_BYTES = 8 * 2 ** 20
const MAX_PATTERN_BYTES = 5000

/** A table that a statement reads; `within` is the view or subquery that names it. */
export interface TableRead {
  readonly table: string
  readonly within: string | null
}

/** Opens a file for reading only: nothing can be written, attached or loaded, and its schema runs no foreign code. */
export function openDatabase(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, {
    readOnly: true,
    enableDoubleQuotedStringLiterals: false,
    timeout: BUSY_MS,
    readBigInts: true,
    returnArrays: true,
    defensive: true,
    allowExtension: false,
    limits: {
      attach: 0,
      length: MAX_VALUE_BYTES,
      sqlLength: MAX_STATEMENT_BYTES,
      likePatternLength: MAX_PATTERN_BYTES,
    },
  })
  database.exec('PRAGMA trusted_schema = OFF')
  database.exec('PRAGMA query_only = ON')
  database.exec('PRAGMA cell_size_check = ON')
  database.exec('PRAGMA mmap_size = 0')
  database.exec(`PRAGMA cache_size = -${PAGE_CACHE_KIB}`)
  // Temporary data count as memory of the process, which is limited.
  database.exec('PRAGMA temp_store = MEMORY')
  // As in other engines; LOWER compares without case.
  database.exec('PRAGMA case_sensitive_like = ON')
  const options = { deterministic: true, directOnly: true, useBigIntArguments: true }
  database.function(FACET_FUNCTIONS.wallClock, options, zonedClock)
  database.function(FACET_FUNCTIONS.parseTime, options, parseTime)
  return database
}

/**
 * Allows statements to read tables of the file and to call allowed functions, and nothing else; SQLite asks while it
 * compiles a statement. `reads` collects the tables. Shadow tables hold the rows of virtual tables, past their row-level
 * security rules, and are not read.
 */
export function restrict(database: SqliteDatabase, reads?: TableRead[]): void {
  unrestrict(database)
  const listed = database.prepare("SELECT LOWER(name) FROM pragma_table_list WHERE type = 'shadow'").all()
  const shadows = new Set((listed as unknown as readonly (readonly [string])[]).map(([name]) => name))
  database.setAuthorizer((action, first, second, schema, within) => {
    const isAllowed = ((): boolean => {
      switch (action) {
        case constants.SQLITE_SELECT:
        case constants.SQLITE_RECURSIVE:
          return true
        case constants.SQLITE_READ:
          reads?.push({ table: first ?? '', within })
          return (
            !shadows.has((first ?? '').toLowerCase()) &&
            !isCatalogue({
              schema: schema === null || schema === '' ? null : schema.toLowerCase(),
              name: (first ?? '').toLowerCase(),
            })
          )
        case constants.SQLITE_FUNCTION:
          return mayCall(second ?? '')
        default:
          return false
      }
    })()
    return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY
  })
}

/** Allows every statement; for our own. */
export function unrestrict(database: SqliteDatabase): void {
  database.setAuthorizer(null)
}

import { ApiError } from '#core/rest/api-error.ts'
import type { StagedColumn } from '../engine.ts'

/** Types of new columns by DuckDB type; values of other types are stored as text. */
const NEW_TYPES: Readonly<Record<string, string>> = {
  BOOLEAN: 'boolean',
  TINYINT: 'smallint',
  UTINYINT: 'smallint',
  SMALLINT: 'smallint',
  USMALLINT: 'integer',
  INTEGER: 'integer',
  UINTEGER: 'bigint',
  BIGINT: 'bigint',
  UBIGINT: 'numeric',
  HUGEINT: 'numeric',
  UHUGEINT: 'numeric',
  FLOAT: 'real',
  DOUBLE: 'double precision',
  DATE: 'date',
  TIME: 'time without time zone',
  'TIME WITH TIME ZONE': 'time with time zone',
  TIMESTAMP: 'timestamp without time zone',
  TIMESTAMP_S: 'timestamp without time zone',
  TIMESTAMP_MS: 'timestamp without time zone',
  TIMESTAMP_NS: 'timestamp without time zone',
  'TIMESTAMP WITH TIME ZONE': 'timestamp with time zone',
  UUID: 'uuid',
  BLOB: 'bytea',
  INTERVAL: 'interval',
}

/** Returns the PostgreSQL type that holds every value of a DuckDB type. */
export function newColumnType(type: string): string {
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type)
  if (decimal) return `numeric(${decimal[1]},${decimal[2]})`
  return NEW_TYPES[type] ?? 'text'
}

/** DuckDB types whose values a column of a PostgreSQL type holds exactly. */
const HELD_TYPES: Readonly<Record<string, string>> = {
  boolean: 'BOOLEAN',
  smallint: 'SMALLINT',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  real: 'FLOAT',
  'double precision': 'DOUBLE',
  date: 'DATE',
  'time without time zone': 'TIME',
  'timestamp without time zone': 'TIMESTAMP',
  'timestamp with time zone': 'TIMESTAMP WITH TIME ZONE',
  uuid: 'UUID',
  bytea: 'BLOB',
  interval: 'INTERVAL',
  text: 'VARCHAR',
  'character varying': 'VARCHAR',
}

/** Maximum number of digits of a decimal number in DuckDB. */
const MAX_DIGITS = 38

/**
 * Returns a column of a table to which rows are appended, by its PostgreSQL type. Throws `upload-append-type` for types
 * that may change a value silently.
 */
export function appendedColumn(name: string, type: string): StagedColumn {
  const known = HELD_TYPES[type]
  if (known) return { name, type: known }
  if (type === 'numeric') return { name, type: 'VARCHAR', isNumber: true }
  const [, digits, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? []
  if (Number(digits) <= MAX_DIGITS && Number(scale) <= Number(digits))
    return { name, type: `DECIMAL(${digits},${scale})` }
  const [, length] = /^character varying\((\d+)\)$/.exec(type) ?? []
  if (length !== undefined) return { name, type: 'VARCHAR', maxLength: Number(length) }
  throw new ApiError('upload-append-type', { args: [name, type] })
}

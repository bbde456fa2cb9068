import { isDigits } from '#core/table/exact-number.ts'
import { BOOLEAN, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import type { TypedColumn } from '../typed-table.ts'

const DAY_MS = 86_400_000
/** Digits of the widest decimal type. */
const MAX_DIGITS = 38

/** How a column of a result is stored in a Parquet file. */
export interface ParquetColumn {
  /** The DuckDB type. */
  readonly type: string
  /** Returns a cell as the text that `cast` reads. */
  readonly print: (value: Value) => string | null
  /** Returns the SQL that makes a value of `type` from the text of a cell. */
  readonly cast: (text: string) => string
}

const TYPES: Readonly<Record<string, string>> = {
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  INTEGER: 'INTEGER',
  BIGINT: 'BIGINT',
  UTINYINT: 'UTINYINT',
  USMALLINT: 'USMALLINT',
  UINTEGER: 'UINTEGER',
  UBIGINT: 'UBIGINT',
  FLOAT: 'FLOAT',
  REAL: 'FLOAT',
  DOUBLE: 'DOUBLE',
  'DOUBLE PRECISION': 'DOUBLE',
  UUID: 'UUID',
  BLOB: 'BLOB',
  TIME: 'TIME',
  'TIME WITHOUT TIME ZONE': 'TIME',
}

const textOf = (value: Value): string | null => (value === null ? null : String(value))

function castTo(type: string): ParquetColumn {
  return { type, print: textOf, cast: (text) => `CAST(${text} AS ${type})` }
}

/**
 * Returns how a column of a result is stored in a Parquet file: as the type of its database where Parquet has it and it
 * holds all digits of the cells, else as text.
 */
export function parquetColumn({ type, generic, isDays }: TypedColumn, values: readonly Value[]): ParquetColumn {
  const named = type.toUpperCase()
  if (generic === TEMPORAL) {
    if (values.some((value) => typeof value === 'string')) return castTo('VARCHAR')
    return isDays ? days : /\bWITH TIME ZONE$|^TIMESTAMPTZ/.test(named) ? instants : times
  }
  if (generic === BOOLEAN) return castTo('BOOLEAN')
  const known = TYPES[named]
  if (known !== undefined) return castTo(known)
  return castTo(generic === NUMERIC ? decimalType(named, values) : 'VARCHAR')
}

/** The decimal type that is declared, else the one that all cells fit; text where there is none. */
function decimalType(type: string, values: readonly Value[]): string {
  const digits = values.filter((value) => value !== null).map(String)
  if (!digits.every(isDigits)) return 'VARCHAR'
  let [whole, scale] = [1, 0]
  for (const text of digits) {
    const [before = '', after = ''] = text.replace(/^[+-]?0*/, '').split('.')
    whole = Math.max(whole, before.length)
    scale = Math.max(scale, after.length)
  }
  const [precision = 0, fraction = 0] = (/\((\d+),\s*(\d+)\)$/.exec(type)?.slice(1) ?? []).map(Number)
  if (precision <= MAX_DIGITS && whole <= precision - fraction && scale <= fraction)
    return `DECIMAL(${precision},${fraction})`
  // Whole numbers wider than 64 bits would be stored as doubles.
  return whole + scale > MAX_DIGITS ? 'VARCHAR' : `DECIMAL(${scale === 0 ? MAX_DIGITS : whole + scale},${scale})`
}

const days: ParquetColumn = {
  type: 'DATE',
  print: (value) => (value === null ? null : String(Math.floor(Number(value) / DAY_MS))),
  cast: (text) => `DATE '1970-01-01' + CAST(${text} AS INTEGER)`,
}

/** Epoch milliseconds with a fraction as whole microseconds. */
function microseconds(value: Value): string | null {
  if (value === null) return null
  const whole = Math.floor(Number(value))
  return String(BigInt(whole) * 1000n + BigInt(Math.round((Number(value) - whole) * 1000)))
}

const times: ParquetColumn = {
  type: 'TIMESTAMP',
  print: microseconds,
  cast: (text) => `make_timestamp(CAST(${text} AS BIGINT))`,
}

const instants: ParquetColumn = {
  type: 'TIMESTAMP WITH TIME ZONE',
  print: microseconds,
  cast: (text) => `CAST(${times.cast(text)} AS TIMESTAMP WITH TIME ZONE)`,
}

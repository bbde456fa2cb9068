import { isDigits } from '#core/table/exact-number.ts'
import { BOOLEAN, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import type { TypedColumn } from '../typed-table.ts'

const DAY_MS = 86_400_000
/** Digits of the widest decimal type. */
const MAX_DIGITS = 38

/** How a result column is stored in a Parquet file. */
export interface ParquetColumn {
  /** The DuckDB type. */
  readonly type: string
  /** Returns the SQL that converts the text of a cell, as written by `textLine`, to `type`. */
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
  return { type, cast: (text) => `CAST(${text} AS ${type})` }
}

/** The properties of a column's cells that determine a type for all of them. */
export interface ParquetColumnStatistics {
  /** True if at least one cell is text. */
  readonly hasText: boolean
  /** True if all cells are numbers with all digits known. */
  readonly isExact: boolean
  /** Maximum number of digits before and after the decimal point. */
  readonly whole: number
  readonly scale: number
}

/** Collects the properties of a column chunk by chunk. */
export class CellStatistics implements ParquetColumnStatistics {
  hasText = false
  isExact = true
  whole = 1
  scale = 0

  /** The properties so far, as sent to another process. */
  get values(): ParquetColumnStatistics {
    const { hasText, isExact, whole, scale } = this
    return { hasText, isExact, whole, scale }
  }

  add(values: readonly Value[]): void {
    for (const value of values) {
      if (value === null) continue
      if (typeof value === 'string') this.hasText = true
      const text = String(value)
      if (!isDigits(text)) {
        this.isExact = false
        continue
      }
      const [before = '', after = ''] = text.replace(/^[+-]?0*/, '').split('.')
      this.whole = Math.max(this.whole, before.length)
      this.scale = Math.max(this.scale, after.length)
    }
  }
}

/**
 * Returns how a result column is stored in a Parquet file: as its database type if Parquet supports it and it holds all
 * digits of the cells, otherwise as text.
 */
export function parquetColumn(
  { type, generic, isDays }: TypedColumn,
  statistics: ParquetColumnStatistics,
): ParquetColumn {
  const named = type.toUpperCase()
  if (generic === TEMPORAL) {
    if (statistics.hasText) return castTo('VARCHAR')
    return isDays ? days : /\bWITH TIME ZONE$|^TIMESTAMPTZ/.test(named) ? instants : times
  }
  if (generic === BOOLEAN) return castTo('BOOLEAN')
  const known = TYPES[named]
  if (known !== undefined) return castTo(known)
  return castTo(generic === NUMERIC ? decimalType(named, statistics) : 'VARCHAR')
}

/** Returns the declared decimal type, otherwise one that fits all cells; text if there is none. */
function decimalType(type: string, { isExact, whole, scale }: ParquetColumnStatistics): string {
  if (!isExact) return 'VARCHAR'
  const [precision = 0, fraction = 0] = (/\((\d+),\s*(\d+)\)$/.exec(type)?.slice(1) ?? []).map(Number)
  if (precision <= MAX_DIGITS && whole <= precision - fraction && scale <= fraction)
    return `DECIMAL(${precision},${fraction})`
  // Integers wider than 64 bits would be stored as doubles.
  return whole + scale > MAX_DIGITS ? 'VARCHAR' : `DECIMAL(${scale === 0 ? MAX_DIGITS : whole + scale},${scale})`
}

const days: ParquetColumn = {
  type: 'DATE',
  cast: (text) => `DATE '1970-01-01' + CAST(floor(CAST(${text} AS DOUBLE) / ${DAY_MS}) AS INTEGER)`,
}

// Converts fractional epoch milliseconds to whole microseconds.
const times: ParquetColumn = {
  type: 'TIMESTAMP',
  cast: (text) => `make_timestamp(CAST(round(CAST(${text} AS DECIMAL(30,6)) * 1000) AS BIGINT))`,
}

const instants: ParquetColumn = {
  type: 'TIMESTAMP WITH TIME ZONE',
  cast: (text) => `CAST(${times.cast(text)} AS TIMESTAMP WITH TIME ZONE)`,
}

/** Returns a row as a line of JSON, an object of texts by column index. */
export function textLine(cells: readonly Value[]): string {
  return `${JSON.stringify(Object.fromEntries(cells.map((cell, index) => [`c${index}`, textOf(cell)])))}\n`
}

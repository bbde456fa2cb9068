import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'

const SAFE = 9007199254740991

/** Converts cells that need special JSON output: in a list, where most cells need none, and single cells. */
interface Finish {
  list(list: string): string
  one(value: string): string
}

/** How cells of a DuckDB type are converted to JSON. */
export interface Cell {
  readonly type: GenericType
  /** Its timestamps are dates without a time. */
  readonly isDays?: true
  /** Returns the cell in the type that is printed as JSON. */
  expression(column: string): string
  /** Prints JSON for expressions with values beyond JSON numbers. */
  readonly finish?: Finish
}

const plainCell = (type: GenericType): Cell => ({ type, expression: (column) => column })
const cast = (type: GenericType, to: string): Cell => ({
  type,
  expression: (column) => `CAST(${column} AS ${to})`,
})
const wide: Cell = { type: NUMERIC, expression: (column) => column, finish: { list: wideList, one: wideCell } }
const doubleFormatCell: Cell = {
  type: NUMERIC,
  expression: (column) => `CAST(${column} AS DOUBLE)`,
  finish: { list: doubleList, one: doubleCell },
}
// Through its text, or 0.1 would be 0.10000000149011612.
const floatCell: Cell = { ...doubleFormatCell, expression: (column) => `CAST(CAST(${column} AS VARCHAR) AS DOUBLE)` }
const day: Cell = {
  type: TEMPORAL,
  isDays: true,
  expression: (column) => `CASE WHEN isfinite(${column}) THEN epoch_ms(${column}) END`,
}
const instantCell: Cell = {
  type: TEMPORAL,
  expression: (column) => `CASE WHEN isfinite(${column}) THEN epoch_us(${column}) END`,
  finish: {
    list: (list) =>
      `CASE WHEN list_max(list_transform(${list}, lambda v: abs(v % 1000))) > 0 ` +
      `THEN to_json(list_transform(${list}, lambda v: ${momentCell('v')})) ` +
      `ELSE to_json(list_transform(${list}, lambda v: v // 1000)) END`,
    one: momentCell,
  },
}
const nestedCell: Cell = {
  type: STRING,
  expression: (column) => `CAST(to_json(${column}) AS VARCHAR)`,
}

const cells: Readonly<Record<string, Cell>> = {
  BOOLEAN: plainCell(BOOLEAN),
  TINYINT: plainCell(NUMERIC),
  SMALLINT: plainCell(NUMERIC),
  INTEGER: plainCell(NUMERIC),
  UTINYINT: plainCell(NUMERIC),
  USMALLINT: plainCell(NUMERIC),
  UINTEGER: plainCell(NUMERIC),
  BIGINT: wide,
  UBIGINT: wide,
  HUGEINT: wide,
  UHUGEINT: wide,
  FLOAT: floatCell,
  DOUBLE: doubleFormatCell,
  DATE: day,
  TIMESTAMP: instantCell,
  TIMESTAMP_S: instantCell,
  TIMESTAMP_MS: instantCell,
  TIMESTAMP_NS: instantCell,
  'TIMESTAMP WITH TIME ZONE': instantCell,
  // The JSON type reports itself as VARCHAR, and would be written as its content.
  VARCHAR: cast(STRING, 'VARCHAR'),
  LIST: nestedCell,
  ARRAY: nestedCell,
  STRUCT: nestedCell,
  MAP: nestedCell,
  UNION: nestedCell,
}

/** Returns the conversion of a type as printed by DuckDB: `DECIMAL(18,3)`, `INTEGER[]`, `STRUCT(a INTEGER)`. */
export function cellOf(type: string, allDigits = false): Cell {
  if (type.endsWith(']')) return nestedCell
  const head = /^[A-Z_]+( WITH TIME ZONE)?/.exec(type)?.[0] ?? ''
  if (head === 'DECIMAL') return allDigits ? cast(NUMERIC, 'VARCHAR') : decimalCell(type)
  return cells[type] ?? cells[head] ?? cast(STRING, 'VARCHAR')
}

const LOGICAL: Readonly<Record<string, LogicalType>> = {
  BOOLEAN: 'boolean',
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'integer',
  HUGEINT: 'integer',
  UTINYINT: 'integer',
  USMALLINT: 'integer',
  UINTEGER: 'integer',
  UBIGINT: 'integer',
  UHUGEINT: 'unsigned128',
  DECIMAL: 'decimal',
  FLOAT: 'real',
  DOUBLE: 'double',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  TIMESTAMP_S: 'timestamp',
  TIMESTAMP_MS: 'timestamp',
  TIMESTAMP_NS: 'timestamp',
  'TIMESTAMP WITH TIME ZONE': 'timestamp',
  VARCHAR: 'text',
  BLOB: 'bytes',
  STRUCT: 'nested',
  MAP: 'nested',
  UNION: 'nested',
}

/** Returns the logical type of a type as printed by DuckDB. */
function logicalOf(type: string): LogicalType {
  if (type.endsWith(']')) return 'nested'
  return LOGICAL[type] ?? LOGICAL[/^[A-Z_]+(?=\()/.exec(type)?.[0] ?? ''] ?? 'other'
}

/** Returns the column metadata for a type as printed by DuckDB. */
export function typeInfo(type: string) {
  const logical = logicalOf(type)
  return { type, logical, generic: genericOf(logical) }
}

/** Number of digits that every double can represent. */
const SURE_DIGITS = 15

/** Decimal numbers: doubles if they print the same digits, otherwise texts of digits. */
function decimalCell(type: string): Cell {
  const [precision = 38, scale = 0] = (/\((\d+),\s*(\d+)\)/.exec(type)?.slice(1) ?? []).map(Number)
  if (precision <= SURE_DIGITS) return cast(NUMERIC, 'DOUBLE')
  const bound =
    scale <= SURE_DIGITS ? `1${'0'.repeat(SURE_DIGITS - scale)}` : `0.${'1'.padStart(scale - SURE_DIGITS, '0')}`
  const one = (value: string): string =>
    `CASE WHEN ${value} IS NULL THEN NULL WHEN TRY_CAST(CAST(CAST(${value} AS DOUBLE) AS VARCHAR) AS ${type}) = ${value} ` +
    `THEN to_json(CAST(${value} AS DOUBLE)) ELSE to_json(CAST(${value} AS VARCHAR)) END`
  const list = (values: string): string =>
    `CASE WHEN list_max(${values}) >= ${bound} OR list_min(${values}) <= -${bound} ` +
    `THEN to_json(list_transform(${values}, lambda v: ${one('v')})) ELSE to_json(CAST(${values} AS DOUBLE[])) END`
  return { type: NUMERIC, expression: (column) => column, finish: { list, one } }
}

/** Returns a list of doubles as JSON. */
function doubleList(list: string): string {
  return (
    `CASE WHEN len(list_filter(${list}, lambda v: NOT isfinite(v))) > 0 ` +
    `THEN to_json(list_transform(${list}, lambda v: ${doubleCell('v')})) ELSE to_json(${list}) END`
  )
}

/**
 * Returns one double as JSON. NaN and infinities become texts, because JSON has none and DuckDB would print them bare.
 */
function doubleCell(value: string): string {
  return (
    `CASE WHEN isfinite(${value}) THEN to_json(${value}) WHEN isnan(${value}) THEN to_json('NaN') ` +
    `WHEN ${value} > 0 THEN to_json('Infinity') WHEN ${value} < 0 THEN to_json('-Infinity') END`
  )
}

/** Returns a list of wide numbers as JSON: numbers up to 2^53, otherwise texts of digits. */
function wideList(list: string): string {
  return (
    `CASE WHEN list_max(${list}) > ${SAFE} OR list_min(${list}) < -${SAFE} ` +
    `THEN to_json(list_transform(${list}, lambda v: ${wideCell('v')})) ELSE to_json(${list}) END`
  )
}

/** Returns one wide number as JSON. */
function wideCell(value: string): string {
  return `CASE WHEN ${value} BETWEEN -${SAFE} AND ${SAFE} THEN to_json(${value}) ELSE to_json(CAST(${value} AS VARCHAR)) END`
}

/** Returns a timestamp in microseconds as a JSON number of milliseconds. */
function momentCell(value: string): string {
  return `CASE WHEN ${value} % 1000 = 0 THEN to_json(${value} // 1000) ELSE to_json(${value} / 1000) END`
}

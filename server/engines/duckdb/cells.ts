import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'

const SAFE = 9007199254740991

/** How cells of a DuckDB type reach JSON. `wide` cells may pass 2^53 and need their guard after `expression`. */
export interface Cell {
  readonly type: GenericType
  readonly wide: boolean
  /** Its moments are days without a time. */
  readonly isDays?: true
  /** The cell as the type that JSON is written from. */
  expression(column: string): string
}

const plain = (type: GenericType): Cell => ({ type, wide: false, expression: (column) => column })
const cast = (type: GenericType, to: string): Cell => ({
  type,
  wide: false,
  expression: (column) => `CAST(${column} AS ${to})`,
})
const wide: Cell = { type: NUMERIC, wide: true, expression: (column) => column }
// JSON has no NaN and no infinities, and DuckDB would write them bare.
const real: Cell = {
  type: NUMERIC,
  wide: false,
  expression: (column) => `CASE WHEN isfinite(CAST(${column} AS DOUBLE)) THEN CAST(${column} AS DOUBLE) END`,
}
const moment: Cell = {
  type: TEMPORAL,
  wide: false,
  expression: (column) => `CASE WHEN isfinite(${column}) THEN epoch_ms(${column}) END`,
}
const nested: Cell = {
  type: STRING,
  wide: false,
  expression: (column) => `CAST(to_json(${column}) AS VARCHAR)`,
}

const cells: Readonly<Record<string, Cell>> = {
  BOOLEAN: plain(BOOLEAN),
  TINYINT: plain(NUMERIC),
  SMALLINT: plain(NUMERIC),
  INTEGER: plain(NUMERIC),
  UTINYINT: plain(NUMERIC),
  USMALLINT: plain(NUMERIC),
  UINTEGER: plain(NUMERIC),
  BIGINT: wide,
  UBIGINT: wide,
  HUGEINT: wide,
  UHUGEINT: wide,
  FLOAT: real,
  DOUBLE: real,
  DECIMAL: cast(NUMERIC, 'DOUBLE'),
  DATE: { ...moment, isDays: true },
  TIMESTAMP: moment,
  TIMESTAMP_S: moment,
  TIMESTAMP_MS: moment,
  TIMESTAMP_NS: moment,
  'TIMESTAMP WITH TIME ZONE': moment,
  // JSON calls itself VARCHAR, and would be written as what it holds.
  VARCHAR: cast(STRING, 'VARCHAR'),
  LIST: nested,
  ARRAY: nested,
  STRUCT: nested,
  MAP: nested,
  UNION: nested,
}

/** The cell of a type as DuckDB prints it: `DECIMAL(18,3)`, `INTEGER[]`, `STRUCT(a INTEGER)`. */
export function cellOf(type: string, allDigits = false): Cell {
  if (type.endsWith(']')) return nested
  const head = /^[A-Z_]+( WITH TIME ZONE)?/.exec(type)?.[0] ?? ''
  if (allDigits && head === 'DECIMAL') return cast(NUMERIC, 'VARCHAR')
  return cells[type] ?? cells[head] ?? cast(STRING, 'VARCHAR')
}

/** A list of wide cells as JSON: numbers while they fit 2^53, else their digits as text. */
export function wideList(list: string): string {
  return (
    `CASE WHEN list_max(${list}) > ${SAFE} OR list_min(${list}) < -${SAFE} ` +
    `THEN to_json(list_transform(${list}, lambda v: ${wideCell('v')})) ELSE to_json(${list}) END`
  )
}

/** One wide cell as JSON. */
export function wideCell(value: string): string {
  return `CASE WHEN ${value} BETWEEN -${SAFE} AND ${SAFE} THEN to_json(${value}) ELSE to_json(CAST(${value} AS VARCHAR)) END`
}

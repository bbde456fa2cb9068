import {
  DOUBLE,
  type DuckDBPreparedStatement,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { Param } from '#server/engines/sql.ts'

/** Returns a value for DuckDB; integers beyond 32 bits become BIGINT. */
export function toDuckDBValue(param: Param): DuckDBValue {
  return param !== null && typeof param === 'object'
    ? new DuckDBTimestampValue(BigInt(Math.round(param.epochMs * 1000)))
    : param
}

/** Returns the types that the driver would guess wrong: an integer beyond 64 bits is not a BIGINT. */
export function typesOf(params: readonly Param[]): DuckDBType[] {
  // An empty slot leaves the guess to the driver.
  const types: DuckDBType[] = []
  params.forEach((param, index) => {
    if (typeof param === 'number' && Math.abs(param) > Number.MAX_SAFE_INTEGER) types[index] = DOUBLE
  })
  return types
}

export function bind(statement: DuckDBPreparedStatement, params: readonly Param[]): void {
  statement.bind(params.map(toDuckDBValue), typesOf(params))
}

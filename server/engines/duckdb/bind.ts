import {
  DOUBLE,
  type DuckDBPreparedStatement,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { Param } from '#server/engines/sql.ts'

/** Values as DuckDB takes them; integers beyond 32 bits go as BIGINT. */
export function toDuckDBValue(param: Param): DuckDBValue {
  return param !== null && typeof param === 'object'
    ? new DuckDBTimestampValue(BigInt(Math.round(param.epochMs * 1000)))
    : param
}

/** The types that the driver would guess wrong: a whole number beyond 64 bits is no BIGINT. */
export function typesOf(params: readonly Param[]): DuckDBType[] {
  // A hole leaves the guess to the driver.
  const types: DuckDBType[] = []
  params.forEach((param, index) => {
    if (typeof param === 'number' && Math.abs(param) > Number.MAX_SAFE_INTEGER) types[index] = DOUBLE
  })
  return types
}

export function bind(statement: DuckDBPreparedStatement, params: readonly Param[]): void {
  statement.bind(params.map(toDuckDBValue), typesOf(params))
}

import { bigquery } from './bigquery/index.ts'
import { clickhouse } from './clickhouse/index.ts'
import { cockroachdb } from './cockroachdb/index.ts'
import { databricks } from './databricks/index.ts'
import { doris } from './doris/index.ts'
import { datafiles } from './datafiles/index.ts'
import { duckdb } from './duckdb/index.ts'
import type { Engine } from './engine.ts'
import { federation } from './federation/index.ts'
import { lakehouse } from './lakehouse/index.ts'
import { mssql } from './mssql/index.ts'
import { mysql } from './mysql/index.ts'
import { postgresql } from './postgres/index.ts'
import { redshift } from './redshift/index.ts'
import { s3 } from './s3/index.ts'
import { snowflake } from './snowflake/index.ts'
import { sqlite } from './sqlite/index.ts'
import { starrocks } from './starrocks/index.ts'
import { timescaledb } from './timescaledb/index.ts'
import { trino } from './trino/index.ts'
import { yugabytedb } from './yugabytedb/index.ts'

export const engines: readonly Engine[] = [
  duckdb,
  postgresql,
  mysql,
  sqlite,
  datafiles,
  lakehouse,
  s3,
  federation,
  timescaledb,
  yugabytedb,
  cockroachdb,
  redshift,
  starrocks,
  doris,
  clickhouse,
  mssql,
  snowflake,
  bigquery,
  databricks,
  trino,
]

/** Returns the engine with this wire name. */
export function engineNamed(name: string): Engine | undefined {
  return engines.find((engine) => engine.name === name)
}

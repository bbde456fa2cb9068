import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dataset } from '#core/entity/dataset.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { toRecords, type Value } from '#core/table/table.ts'
import { planQuery } from '#server/data/result/run-query.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'
import type { Source } from '#server/dataset/sources.ts'
import type { Dialect } from '#server/engines/engine.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Plan } from '#server/sql/plan.ts'
import { Guard } from '#server/sql/guard.ts'
import { writeDuckDB } from './duckdb-file.ts'

/** Plans, prints and runs queries on tables of its own. */
export interface QueryRunner {
  /** Runs a query under row-level security `rules`; returns its rows. */
  rows(query: QueryObject, rules?: readonly string[]): Promise<readonly Record<string, Value>[]>
  plan(query: QueryObject): Promise<{ readonly plan: Plan; readonly sql: string; readonly params: readonly unknown[] }>
  close(): Promise<void>
}

/**
 * Opens a DuckDB file created by `statements`; the time is `now`. `lacks` are features the engine is treated as not
 * having.
 */
export async function openQueryRunner(
  dataset: Dataset,
  statements: readonly string[],
  now: number,
  lacks?: keyof Dialect['supports'],
): Promise<QueryRunner> {
  const duckdb = engineNamed('duckdb')
  if (!duckdb) throw new Error('There is no DuckDB engine')
  const { supports } = duckdb.dialect
  const engine = lacks
    ? { ...duckdb, dialect: { ...duckdb.dialect, supports: { ...supports, [lacks]: false } } }
    : duckdb
  const folder = mkdtempSync(join(tmpdir(), 'facet-asker-'))
  const storage = { directory: folder }
  await writeDuckDB(folder, 'asked.db', statements)
  const connection = await engine.connect({ file: 'asked.db' }, storage)
  return {
    ...queryRunnerOn({ engine, connection, guard: new Guard(connection, engine.dialect) }, dataset, now),
    async close() {
      await connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Queries a dataset of an open database; the time is `now`. */
export function queryRunnerOn(source: Source, dataset: Dataset, now: number): Omit<QueryRunner, 'close'> {
  const planned = (query: QueryObject, rules: readonly string[]) =>
    planQuery(
      query,
      {
        loaded: { dataset, database: {} as never },
        rules: rules.map((clause) => [clause]),
        masks: [],
        tables: [],
        ranges: rangesOf(query, now),
        limits: { rows: 50_000, max: 100_000 },
      },
      source,
    )
  return {
    async rows(query, rules = []) {
      const { plan, sql } = await planned(query, rules)
      const run = { signal: new AbortController().signal, maxRows: plan.rowLimit, labels: plan.labels }
      const table = await source.connection.table(sql, run)
      // Without parameters both are one statement.
      if (sql.shown === sql.text) return toRecords(table)
      const again = await source.connection.table(await source.guard.statement(sql.shown), run)
      if (JSON.stringify(again) !== JSON.stringify(table)) throw new Error(`Shown and run differ: ${sql.shown}`)
      return toRecords(table)
    },
    async plan(query) {
      const { plan, sql } = await planned(query, [])
      return { plan, sql: sql.text, params: sql.params }
    },
  }
}

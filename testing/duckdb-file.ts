import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Database } from '#core/entity/database.ts'
import type { Sources } from '#server/dataset/sources.ts'

/** Runs statements on a database file of a folder, which nobody else may have open. */
export async function writeDuckDB(directory: string, file: string, statements: readonly string[]): Promise<void> {
  await mkdir(directory, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    const name = join(directory, file).replaceAll("'", "''")
    await connection.run(`ATTACH '${name}' AS written (STORAGE_VERSION 'latest')`)
    await connection.run('USE written')
    for (const statement of statements) await connection.run(statement)
    await connection.run('CHECKPOINT')
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
}

/** Makes a table of a database anew from a SELECT, by the road that uploads take: it waits until nothing reads. */
export async function replaceTable(sources: Sources, database: Database, table: string, select: string): Promise<void> {
  await sources.load(database, { file: '/nowhere/none.csv', table, existing: 'replace', select })
}

/** Resolves when nothing reads a database. */
export function untilFree(sources: Sources, database: Database): Promise<void> {
  return replaceTable(sources, database, 'free', 'SELECT 1 AS one')
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Database } from '#core/entity/database.ts'
import type { Sources } from '#server/dataset/sources.ts'

/** Runs statements on a database file of a folder; no other process may have it open. */
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

/** Returns the columns of a Parquet file as `name type`, and its rows as the texts that DuckDB prints. */
export async function readParquet(bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'facet-parquet-'))
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const file = join(folder, 'read.parquet')
    await writeFile(file, bytes)
    const connection = await instance.connect()
    await connection.run("SET TimeZone='UTC'")
    const from = `read_parquet('${file}')`
    const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson()
    const columns = await read(`SELECT column_name || ' ' || column_type FROM (DESCRIBE SELECT * FROM ${from})`)
    const rows = await read(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM ${from}`)
    connection.closeSync()
    return { columns: columns.flat(), rows }
  } finally {
    instance.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Replaces a table of a database by the rows of a SELECT, like an upload: it waits until no query reads. */
export async function replaceTable(sources: Sources, database: Database, table: string, select: string): Promise<void> {
  await sources.load(database, { file: '/nowhere/none.csv', table, existing: 'replace', select })
}

/** Resolves when no query reads a database. */
export function waitUntilUnused(sources: Sources, database: Database): Promise<void> {
  return replaceTable(sources, database, 'free', 'SELECT 1 AS one')
}

/** Writes the rows of a SELECT as a Parquet file. */
export async function writeParquet(file: string, select: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    await connection.run(`COPY (${select}) TO '${file.replaceAll("'", "''")}' (FORMAT parquet)`)
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
}

/** Writes each table and view that statements create as a Parquet file of a folder. */
export async function writeParquetTables(folder: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    await connection.run("SET TimeZone='UTC'")
    for (const statement of statements) await connection.run(statement)
    const tables = await connection.runAndReadAll(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'",
    )
    for (const name of tables.getRowsJson().map(([cell]) => (typeof cell === 'string' ? cell : ''))) {
      const quoted = name.replaceAll('"', '""')
      const file = join(folder, `${name}.parquet`).replaceAll("'", "''")
      await connection.run(`COPY (FROM "${quoted}") TO '${file}' (FORMAT parquet)`)
    }
    connection.closeSync()
  } finally {
    instance.closeSync()
  }
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/** A DuckLake in a folder, and what changes it. */
interface DuckLakeFile {
  readonly connection: DuckDBConnection
  readonly catalogue: string
  /** Attaches the lake, which locks its catalogue. */
  readonly attach: () => Promise<void>
  /** Writes to the lake, and lets others read its catalogue. */
  readonly write: (...statements: readonly string[]) => Promise<void>
  /** Changes the catalogue itself, as `catalogue`. */
  readonly tamper: (...statements: readonly string[]) => Promise<void>
}

/**
 * Writes a DuckLake with two schemas to a folder, by the extension in another folder. Up to `inlinedRows` rows of an
 * INSERT or DELETE are in its catalogue.
 */
export async function writeDuckLake(folder: string, extensions: string, inlinedRows = 0): Promise<DuckLakeFile> {
  mkdirSync(folder, { recursive: true })
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`LOAD '${join(extensions, 'ducklake.duckdb_extension')}'`)
  const catalogue = join(folder, 'lake.ducklake')
  const attach = async () => {
    const options = `DATA_PATH '${join(folder, 'files')}', DATA_INLINING_ROW_LIMIT ${inlinedRows}`
    await connection.run(`ATTACH 'ducklake:${catalogue}' AS lake (${options})`)
  }
  const write = async (...statements: readonly string[]) => {
    await attach()
    for (const statement of statements) await connection.run(statement)
    await connection.run('DETACH lake')
  }
  const tamper = async (...statements: readonly string[]) => {
    await connection.run(`ATTACH '${catalogue}' AS catalogue`)
    for (const statement of statements) await connection.run(statement)
    await connection.run('DETACH catalogue')
  }
  await write(
    'CREATE TABLE lake.orders AS SELECT range AS id, 9007199254740993 AS big FROM range(10)',
    'CREATE SCHEMA lake.crm',
    "CREATE TABLE lake.crm.people AS SELECT 'ana' AS name",
    'DELETE FROM lake.orders WHERE id < 4',
    "CREATE VIEW lake.shown AS SELECT * FROM read_text('/etc/passwd')",
  )
  return { connection, catalogue, attach, write, tamper }
}

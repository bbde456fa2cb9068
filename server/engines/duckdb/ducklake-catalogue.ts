import { symlinkSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi, textLiteral } from '../ansi.ts'
import type { FileAccess } from '../shared/data-file.ts'
import { MAX_DATA_FILES, MAX_DATA_TABLES } from './file-tables.ts'
import { unreadableTable } from './lake-tables.ts'
import { DESCRIPTORS, hasDescriptors, type OpenFile, openFiles } from './open-files.ts'
import { CATALOG, isLocked, unlocked } from './open.ts'

type Runner = Pick<DuckDBConnection, 'run'>

/** The catalogs of the given catalogue, of its copy and of the tables. Statements of users cannot name them. */
const GIVEN = 'facet_catalogue'
const COPY = 'facet_copy'
export const LAKE = 'facet_lake'

/** Schemas that DuckDB has itself. */
const OWN_SCHEMAS = /^(pg_.*|information_schema|system|temp|facet)$/i

/** A table of the catalogue. */
export interface CatalogueTable {
  readonly schema: string
  readonly name: string
  /** True if the server may not read one of its files. */
  readonly isOutside: boolean
}

/** A catalogue that is attached, and the open files of its tables. */
export interface AttachedCatalogue {
  readonly tables: readonly CatalogueTable[]
  readonly opened: readonly OpenFile<CatalogueFile>[]
}

/** A file with rows, or with removed rows, of the current snapshot. */
interface CatalogueFile {
  readonly path: string
  /** The name of its link. */
  readonly link: string
  readonly table: string
}

interface Catalogue {
  /** Its name for users. */
  readonly name: string
  /** The path of the catalogue file without links. */
  readonly path: string
  /** The folder of the process for links, and the same folder as the engine reads it. */
  readonly folder: string
  readonly readFolder: string
  readonly access: FileAccess
}

/**
 * Attaches the current snapshot of a DuckLake. A copy of the catalogue is read: its writers are not locked out, and its
 * paths lead to open files that have been checked. Views and macros of the catalogue are SQL of others, and left out.
 * Throws `lake-locked`, `lake-table-unreadable` and `data-files-many`.
 */
export async function attachCatalogue(connection: Runner, catalogue: Catalogue): Promise<AttachedCatalogue> {
  const { name, folder, readFolder, access } = catalogue
  await copyTables(connection, catalogue)
  const files = await currentFiles(connection, catalogue)
  const opened = openFiles(files, access)
  const readable = new Set<CatalogueFile>()
  for (const { file, descriptor, path } of opened) {
    if (descriptor === undefined || path === undefined) continue
    symlinkSync(hasDescriptors ? `${DESCRIPTORS}/${descriptor}` : path, join(folder, file.link))
    readable.add(file)
  }
  for (const type of ['data', 'delete'])
    await connection.run(
      `UPDATE ${COPY}.main.ducklake_${type}_file
       SET path = ${textLiteral(`${readFolder}/${type}-`)} || ${type}_file_id, path_is_relative = false`,
    )
  await connection.run(
    `UPDATE ${COPY}.main.ducklake_metadata SET value = ${textLiteral(`${readFolder}/`)} WHERE key = 'data_path'`,
  )
  await connection.run(`DETACH ${COPY}`)
  try {
    await connection.run(`ATTACH ${textLiteral(`ducklake:${readFolder}/copy`)} AS ${LAKE} (READ_ONLY)`)
  } catch (cause) {
    throw unreadableTable(name, 'DuckLake', 'its catalogue is damaged or has another version', cause)
  }
  const outside = new Set(files.filter((file) => !readable.has(file)).map(({ table }) => table))
  return { tables: await tablesOf(connection, name, outside), opened }
}

/** Copies the tables of a catalogue: nothing else in it is read. */
async function copyTables(connection: Runner, { name, readFolder }: Catalogue): Promise<void> {
  try {
    const attach = `ATTACH ${textLiteral(`${readFolder}/catalogue`)} AS ${GIVEN} (READ_ONLY, TYPE duckdb)`
    await unlocked(() => connection.run(attach), false)
    const found = await rowsOf(
      connection,
      `SELECT table_name AS name FROM duckdb_tables()
       WHERE database_name = '${GIVEN}' AND schema_name = 'main' AND starts_with(table_name, 'ducklake_')`,
    )
    await connection.run(`ATTACH ${textLiteral(`${readFolder}/copy`)} AS ${COPY}`)
    for (const { name: table } of found) {
      const quoted = ansi.quote(String(table))
      const condition = /^ducklake_(view|macro)/.test(String(table)) ? ' WHERE false' : ''
      await connection.run(`CREATE TABLE ${COPY}.main.${quoted} AS FROM ${GIVEN}.main.${quoted}${condition}`)
    }
    await connection.run(`DETACH ${GIVEN}`)
  } catch (cause) {
    if (isLocked(cause)) throw new ApiError('lake-locked', { args: [name], cause })
    throw unreadableTable(name, 'DuckLake', 'it is no DuckDB file with a catalogue', cause)
  }
}

/** Returns the files of the current snapshot. */
async function currentFiles(connection: Runner, { name, path }: Catalogue): Promise<readonly CatalogueFile[]> {
  const select = (type: string): string => `SELECT '${type}-' || f.${type}_file_id AS link, s.schema_name, t.table_name,
      s.path AS schema_path, s.path_is_relative AS schema_relative, t.path AS table_path,
      t.path_is_relative AS table_relative, f.path AS file_path, f.path_is_relative AS file_relative
    FROM ${COPY}.main.ducklake_${type}_file f
    JOIN ${COPY}.main.ducklake_table t ON t.table_id = f.table_id AND t.end_snapshot IS NULL
    JOIN ${COPY}.main.ducklake_schema s ON s.schema_id = t.schema_id AND s.end_snapshot IS NULL
    WHERE f.end_snapshot IS NULL`
  try {
    const [data] = await rowsOf(connection, `SELECT value FROM ${COPY}.main.ducklake_metadata WHERE key = 'data_path'`)
    const root = rootOf(dirname(path), data?.['value'])
    const rows = await rowsOf(connection, `${select('data')} UNION ALL ${select('delete')} LIMIT ${MAX_DATA_FILES + 1}`)
    if (rows.length > MAX_DATA_FILES) throw new ApiError('data-files-many', { args: [name, MAX_DATA_FILES, 'files'] })
    return rows.map((row) => {
      const folder = below(root, row['schema_path'], row['schema_relative'])
      const tableFolder = below(folder, row['table_path'], row['table_relative'])
      return {
        path: below(tableFolder, row['file_path'], row['file_relative']),
        link: String(row['link']),
        table: keyOf(String(row['schema_name']), String(row['table_name'])),
      }
    })
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw unreadableTable(name, 'DuckLake', 'its catalogue is damaged or has another version', cause)
  }
}

/** Returns the folder of the files: an absolute path, or one below the folder of the catalogue. */
function rootOf(folder: string, path: unknown): string {
  return typeof path === 'string' && /^(\/|[a-z][a-z0-9+.-]*:\/\/)/i.test(path) ? path : below(folder, path, true)
}

/** Returns a path of the catalogue. One that is no absolute path, such as a URL, leads to no file. */
function below(folder: string, path: unknown, isRelative: unknown): string {
  const text = typeof path === 'string' ? path : ''
  const found = isRelative === false ? text : join(folder, text)
  return isAbsolute(found) && !found.includes('\0') ? found : '/nonexistent'
}

const keyOf = (schema: string, table: string): string => JSON.stringify([schema, table])

async function tablesOf(
  connection: Runner,
  name: string,
  outside: ReadonlySet<string>,
): Promise<readonly CatalogueTable[]> {
  const found = await rowsOf(
    connection,
    `SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = '${LAKE}' ORDER BY 1, 2`,
  )
  const tables = found
    .map((row) => ({ schema: String(row['schema_name']), name: String(row['table_name']) }))
    .filter(({ schema }) => !OWN_SCHEMAS.test(schema))
  if (tables.length > MAX_DATA_TABLES)
    throw new ApiError('data-files-many', { args: [name, MAX_DATA_TABLES, 'tables'] })
  for (const schema of new Set(tables.map((table) => table.schema.toLowerCase())))
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${CATALOG}.${ansi.quote(schema)}`)
  return tables.map((table) => ({ ...table, isOutside: outside.has(keyOf(table.schema, table.name)) }))
}

async function rowsOf(connection: Runner, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await connection.run(text)).getRowObjectsJson()
}

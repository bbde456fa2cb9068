import { symlinkSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi, textLiteral } from '../ansi.ts'
import type { FileAccess } from '../shared/data-file.ts'
import { COPY_CATALOG, catalogueError, copyCatalogue, type CatalogueLocation, catalogueRows } from './ducklake-copy.ts'
import { MAX_DATA_FILES, MAX_DATA_TABLES } from './file-tables.ts'
import { withInterrupt } from './with-interrupt.ts'
import { closeAll, DESCRIPTORS, hasDescriptors, type OpenFile, openFiles } from './open-files.ts'
import { CATALOG } from './open-database.ts'

/** The catalog of the tables. Statements of users cannot name it. */
export const LAKE = 'facet_lake'

/** Schemas that DuckDB has itself. */
const OWN_SCHEMAS = /^(pg_.*|information_schema|system|temp|facet)$/i

const DAMAGED = 'its catalogue is damaged or has another version'

/** The names of links. */
const LINK = /^(?:data|delete)-\d+$/

/** A table of the catalogue. */
export interface CatalogueTable {
  readonly schema: string
  readonly name: string
  /** True if the server may not read one of its files. */
  readonly isOutside: boolean
}

/** A file with rows, or with removed rows, of the current snapshot. */
interface CatalogueFile {
  readonly path: string
  /** The name of the link to the file. */
  readonly link: string
  readonly table: string
}

interface Catalogue extends CatalogueLocation {
  readonly access: FileAccess
}

/** A copied catalogue, and the open files of its tables. */
export interface CopiedCatalogue {
  readonly opened: readonly OpenFile<CatalogueFile>[]
  /** The tables with a file that the server may not read. */
  readonly outside: ReadonlySet<string>
}

/**
 * Copies the current snapshot of a DuckLake. Its writers are not locked out, and the paths of the copy lead to open
 * files that have been checked. Throws the errors of `copyCatalogue`.
 */
export function openCatalogue(catalogue: Catalogue, signal: AbortSignal): Promise<CopiedCatalogue> {
  return copyCatalogue(catalogue, signal, async (connection) => {
    const files = await currentFiles(connection, catalogue)
    await replacePaths(connection, catalogue.readFolder)
    const opened = openFiles(files, catalogue.access)
    try {
      const readable = new Set<CatalogueFile>()
      for (const { file, descriptor, path } of opened) {
        if (descriptor === undefined || path === undefined || !LINK.test(file.link)) continue
        symlinkSync(hasDescriptors ? `${DESCRIPTORS}/${descriptor}` : path, join(catalogue.folder, file.link))
        readable.add(file)
      }
      return { opened, outside: new Set(files.filter((file) => !readable.has(file)).map(({ table }) => table)) }
    } catch (error) {
      closeAll(opened.map(({ descriptor }) => descriptor))
      throw error
    }
  })
}

/** Attaches the copy of a catalogue to an instance that is locked, and returns its tables. */
export async function attachCatalogue(
  connection: DuckDBConnection,
  { name, readFolder }: CatalogueLocation,
  { outside }: CopiedCatalogue,
  signal: AbortSignal,
): Promise<readonly CatalogueTable[]> {
  try {
    return await withInterrupt(connection, signal, async () => {
      await connection.run(`ATTACH ${textLiteral(`ducklake:${readFolder}/copy`)} AS ${LAKE} (READ_ONLY)`)
      return tablesOf(connection, name, outside)
    })
  } catch (cause) {
    throw catalogueError(cause, name, signal, DAMAGED)
  }
}

/** Leads all paths of the copy into the folder of links. The names of links are positions in the copy. */
async function replacePaths(connection: DuckDBConnection, readFolder: string): Promise<void> {
  for (const type of ['data', 'delete'])
    await connection.run(
      `UPDATE ${COPY_CATALOG}.main.ducklake_${type}_file
       SET path = ${textLiteral(`${readFolder}/${type}-`)} || rowid, path_is_relative = false`,
    )
  for (const type of ['schema', 'table'])
    await connection.run(`UPDATE ${COPY_CATALOG}.main.ducklake_${type} SET path = '${type}/', path_is_relative = true`)
  await connection.run(
    `UPDATE ${COPY_CATALOG}.main.ducklake_metadata SET value = ${textLiteral(`${readFolder}/`)} WHERE key = 'data_path'`,
  )
}

/** Returns the files of the current snapshot. */
async function currentFiles(
  connection: DuckDBConnection,
  { name, path }: Catalogue,
): Promise<readonly CatalogueFile[]> {
  const select = (type: string): string => `SELECT '${type}-' || f.rowid AS link, s.schema_name, t.table_name,
      s.path AS schema_path, s.path_is_relative AS schema_relative, t.path AS table_path,
      t.path_is_relative AS table_relative, f.path AS file_path, f.path_is_relative AS file_relative
    FROM ${COPY_CATALOG}.main.ducklake_${type}_file f
    JOIN ${COPY_CATALOG}.main.ducklake_table t ON t.table_id = f.table_id AND t.end_snapshot IS NULL
    JOIN ${COPY_CATALOG}.main.ducklake_schema s ON s.schema_id = t.schema_id AND s.end_snapshot IS NULL
    WHERE f.end_snapshot IS NULL`
  const [data] = await catalogueRows(
    connection,
    `SELECT value FROM ${COPY_CATALOG}.main.ducklake_metadata WHERE key = 'data_path'`,
  )
  const root = rootOf(dirname(path), data?.['value'])
  const rows = await catalogueRows(
    connection,
    `${select('data')} UNION ALL ${select('delete')} LIMIT ${MAX_DATA_FILES + 1}`,
  )
  if (rows.length > MAX_DATA_FILES) throw new ApiError('data-files-many', { args: [name, MAX_DATA_FILES, 'files'] })
  return rows.map((row) => {
    const folder = pathInside(root, row['schema_path'], row['schema_relative'])
    const tableFolder = pathInside(folder, row['table_path'], row['table_relative'])
    return {
      path: pathInside(tableFolder, row['file_path'], row['file_relative']),
      link: String(row['link']),
      table: keyOf(String(row['schema_name']), String(row['table_name'])),
    }
  })
}

/** Returns the folder of the files: an absolute path, or one below the folder of the catalogue. */
function rootOf(folder: string, path: unknown): string {
  return typeof path === 'string' && /^(\/|[a-z][a-z0-9+.-]*:\/\/)/i.test(path) ? path : pathInside(folder, path, true)
}

/** Returns a path of the catalogue. A value that is no absolute path, such as a URL, refers to no file. */
function pathInside(folder: string, path: unknown, isRelative: unknown): string {
  const text = typeof path === 'string' ? path : ''
  const found = isRelative === false ? text : join(folder, text)
  return isAbsolute(found) && !found.includes('\0') ? found : '/nonexistent'
}

const keyOf = (schema: string, table: string): string => JSON.stringify([schema, table])

async function tablesOf(
  connection: DuckDBConnection,
  name: string,
  outside: ReadonlySet<string>,
): Promise<readonly CatalogueTable[]> {
  const found = await catalogueRows(
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

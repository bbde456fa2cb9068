import { fstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi, textLiteral } from '../ansi.ts'
import { withInterrupt } from './with-interrupt.ts'
import { unreadableTable } from './lake-tables.ts'
import { DESCRIPTORS, hasDescriptors } from './open-files.ts'
import { isLocked, open, attachWhenUnlocked } from './open-database.ts'

/** The names under which the instance that copies attaches the catalogue and its copy. */
const SOURCE_CATALOG = 'facet_catalogue'
export const COPY_CATALOG = 'facet_copy'

/** The version of DuckLake that is read. */
const VERSION = '1.0'
/** Maximum number of rows in a table of a catalogue. */
const MAX_CATALOGUE_ROWS = 2_000_000
/** Memory limit in bytes of the instance that copies a catalogue. */
const COPY_MEMORY = 256 * 2 ** 20
/** The suffixes that DuckDB appends to the path of a database for its other files. */
const SUFFIXES = ['', '.wal', '.wal.checkpoint', '.wal.recovery'] as const

const IDS = 'BIGINT'
const FILE = `table_id ${IDS}, begin_snapshot ${IDS}, end_snapshot ${IDS}`
const PATH = 'path VARCHAR, path_is_relative BOOLEAN'
const SIZES = `file_size_bytes ${IDS}, footer_size ${IDS}`
const COUNTS = `column_size_bytes ${IDS}, value_count ${IDS}, null_count ${IDS}, min_value VARCHAR, max_value VARCHAR, contains_nan BOOLEAN, extra_stats VARCHAR`

/** The tables of a catalogue, whose columns are copied with these types. */
const COPIED: Readonly<Record<string, string>> = {
  ducklake_metadata: `key VARCHAR, value VARCHAR, scope VARCHAR, scope_id ${IDS}`,
  ducklake_snapshot: `snapshot_id ${IDS} PRIMARY KEY, snapshot_time TIMESTAMP WITH TIME ZONE, schema_version ${IDS}, next_catalog_id ${IDS}, next_file_id ${IDS}`,
  ducklake_schema: `schema_id ${IDS} PRIMARY KEY, schema_uuid UUID, begin_snapshot ${IDS}, end_snapshot ${IDS}, schema_name VARCHAR, ${PATH}`,
  ducklake_table: `table_id ${IDS}, table_uuid UUID, begin_snapshot ${IDS}, end_snapshot ${IDS}, schema_id ${IDS}, table_name VARCHAR, ${PATH}`,
  ducklake_column: `column_id ${IDS}, begin_snapshot ${IDS}, end_snapshot ${IDS}, table_id ${IDS}, column_order ${IDS}, column_name VARCHAR, column_type VARCHAR, initial_default VARCHAR, default_value VARCHAR, nulls_allowed BOOLEAN, parent_column ${IDS}, default_value_type VARCHAR, default_value_dialect VARCHAR`,
  ducklake_column_tag: `table_id ${IDS}, column_id ${IDS}, begin_snapshot ${IDS}, end_snapshot ${IDS}, key VARCHAR, value VARCHAR`,
  ducklake_tag: `object_id ${IDS}, begin_snapshot ${IDS}, end_snapshot ${IDS}, key VARCHAR, value VARCHAR`,
  ducklake_data_file: `data_file_id ${IDS} PRIMARY KEY, ${FILE}, file_order ${IDS}, ${PATH}, file_format VARCHAR, record_count ${IDS}, ${SIZES}, row_id_start ${IDS}, partition_id ${IDS}, encryption_key VARCHAR, mapping_id ${IDS}, partial_max ${IDS}`,
  ducklake_delete_file: `delete_file_id ${IDS} PRIMARY KEY, ${FILE}, data_file_id ${IDS}, ${PATH}, format VARCHAR, delete_count ${IDS}, ${SIZES}, encryption_key VARCHAR, partial_max ${IDS}`,
  ducklake_file_column_stats: `data_file_id ${IDS}, table_id ${IDS}, column_id ${IDS}, ${COUNTS}`,
  ducklake_file_variant_stats: `data_file_id ${IDS}, table_id ${IDS}, column_id ${IDS}, variant_path VARCHAR, shredded_type VARCHAR, ${COUNTS}`,
  ducklake_file_partition_value: `data_file_id ${IDS}, table_id ${IDS}, partition_key_index ${IDS}, partition_value VARCHAR`,
  ducklake_partition_info: `partition_id ${IDS}, table_id ${IDS}, begin_snapshot ${IDS}, end_snapshot ${IDS}`,
  ducklake_partition_column: `partition_id ${IDS}, table_id ${IDS}, partition_key_index ${IDS}, column_id ${IDS}, transform VARCHAR`,
  ducklake_table_stats: `table_id ${IDS}, record_count ${IDS}, next_row_id ${IDS}, file_size_bytes ${IDS}`,
  ducklake_table_column_stats: `table_id ${IDS}, column_id ${IDS}, contains_null BOOLEAN, contains_nan BOOLEAN, min_value VARCHAR, max_value VARCHAR, extra_stats VARCHAR`,
  ducklake_schema_versions: `begin_snapshot ${IDS}, schema_version ${IDS}, table_id ${IDS}`,
  ducklake_column_mapping: `mapping_id ${IDS}, table_id ${IDS}, type VARCHAR`,
  ducklake_name_mapping: `mapping_id ${IDS}, column_id ${IDS}, source_name VARCHAR, target_field_id ${IDS}, parent_column ${IDS}, is_partition BOOLEAN`,
  ducklake_inlined_data_tables: `table_id ${IDS}, table_name VARCHAR, schema_version ${IDS}`,
}

/** The tables that stay empty: views, macros and orders are SQL of others, and the rest is not read. */
const EMPTY: Readonly<Record<string, string>> = {
  ducklake_view: `view_id ${IDS}, view_uuid UUID, begin_snapshot ${IDS}, end_snapshot ${IDS}, schema_id ${IDS}, view_name VARCHAR, dialect VARCHAR, sql VARCHAR, column_aliases VARCHAR`,
  ducklake_macro: `schema_id ${IDS}, macro_id ${IDS}, macro_name VARCHAR, begin_snapshot ${IDS}, end_snapshot ${IDS}`,
  ducklake_macro_impl: `macro_id ${IDS}, impl_id ${IDS}, dialect VARCHAR, sql VARCHAR, type VARCHAR`,
  ducklake_macro_parameters: `macro_id ${IDS}, impl_id ${IDS}, column_id ${IDS}, parameter_name VARCHAR, parameter_type VARCHAR, default_value VARCHAR, default_value_type VARCHAR`,
  ducklake_sort_info: `sort_id ${IDS}, table_id ${IDS}, begin_snapshot ${IDS}, end_snapshot ${IDS}`,
  ducklake_sort_expression: `sort_id ${IDS}, table_id ${IDS}, sort_key_index ${IDS}, expression VARCHAR, dialect VARCHAR, sort_direction VARCHAR, null_order VARCHAR`,
  ducklake_snapshot_changes: `snapshot_id ${IDS} PRIMARY KEY, changes_made VARCHAR, author VARCHAR, commit_message VARCHAR, commit_extra_info VARCHAR`,
  ducklake_files_scheduled_for_deletion: `data_file_id ${IDS}, ${PATH}, schedule_start TIMESTAMP WITH TIME ZONE`,
}

/** The tables of a catalogue and their columns. */
export const CATALOGUE_TABLES: Readonly<Record<string, string>> = { ...COPIED, ...EMPTY }

/** Replacements for columns that are not copied: defaults of later rows are SQL of other users. */
const REPLACED: Readonly<Record<string, string>> = {
  'ducklake_column.default_value': "'NULL'",
  'ducklake_column.default_value_type': "'literal'",
  'ducklake_column.default_value_dialect': "'duckdb'",
}

const CONDITIONS: Readonly<Record<string, string>> = {
  ducklake_metadata: "WHERE scope IS NULL AND key IN ('version', 'created_by', 'data_path', 'encrypted')",
}

/** Tables of the catalogue that contain rows or removed rows. The extension inserts their names into SQL. */
const INLINED = /^ducklake_inlined_(?:data_\d{1,19}_\d{1,19}|delete_\d{1,19})$/
const INLINED_DATA = /^ducklake_inlined_data_(\d{1,19})_(\d{1,19})$/

/** A catalogue that is copied. */
export interface CatalogueLocation {
  /** Its name for users. */
  readonly name: string
  /** The folder of the process for links, and the same folder as the engine reads it. */
  readonly folder: string
  readonly readFolder: string
  /** The path of the catalogue file without links. */
  readonly path: string
  /** The open catalogue file, which was checked. */
  readonly descriptor: number
}

/**
 * Copies a catalogue, and runs `work` on the copy. It is another file with SQL of others, in generated columns, macros
 * and its log of changes: an instance of its own reads it, which can access only the catalogue and the copy. Only a fixed
 * list of columns is copied, as values of fixed types. Throws `lake-locked`, `lake-table-unreadable` and
 * `data-files-many`.
 */
export async function copyCatalogue<T>(
  location: CatalogueLocation,
  signal: AbortSignal,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const { name, folder, readFolder, path, descriptor } = location
  const opened = await open({
    file: join(folder, 'none'),
    scratch: join(folder, 'scratch'),
    memory: COPY_MEMORY,
    write: false,
    // DuckDB names the files of an attached database by its path without links.
    paths: [path, join(folder, 'copy')].flatMap(filesOf),
  })
  try {
    const connection = await opened.connect()
    const run = async (): Promise<T> => {
      const attach = `ATTACH ${textLiteral(`${readFolder}/catalogue`)} AS ${SOURCE_CATALOG} (READ_ONLY, TYPE duckdb)`
      let before: readonly string[] = []
      await attachWhenUnlocked(() => {
        before = descriptorsOf(descriptor)
        return connection.run(attach)
      }, false)
      // DuckDB opens the path behind the link, where another file may be by now. Other sets may close the same file.
      const isOpen = descriptorsOf(descriptor).some((each) => !before.includes(each))
      if (!isOpen && hasDescriptors) throw new ApiError('lake-file-outside', { args: [name] })
      const tables = await plainTables(connection, name)
      await connection.run(`ATTACH ${textLiteral(`${readFolder}/copy`)} AS ${COPY_CATALOG} (STORAGE_VERSION 'latest')`)
      for (const [table, columns] of Object.entries(CATALOGUE_TABLES))
        await connection.run(`CREATE TABLE ${COPY_CATALOG}.main.${table} (${columns})`)
      for (const [table, columns] of Object.entries(COPIED)) await copyTable(connection, name, table, columns)
      await copyInlined(connection, name, tables)
      await requireKnown(connection, name)
      const result = await work(connection)
      await connection.run(`DETACH ${SOURCE_CATALOG}`)
      await connection.run(`DETACH ${COPY_CATALOG}`)
      return result
    }
    return await withInterrupt(connection, signal, run)
  } catch (cause) {
    throw catalogueError(cause, name, signal, 'it is no DuckDB file with a catalogue of version 1.0')
  } finally {
    opened.close()
  }
}

/** Returns the names of the descriptors of this process that are open for the file of a descriptor, if there is a list. */
function descriptorsOf(descriptor: number): readonly string[] {
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  const names = hasDescriptors ? readdirSync(DESCRIPTORS) : []
  return names.filter((name) => {
    const found = statSync(`${DESCRIPTORS}/${name}`, { bigint: true, throwIfNoEntry: false })
    return found?.dev === dev && found.ino === ino
  })
}

/** Returns the error for a catalogue that cannot be read. */
export function catalogueError(cause: unknown, name: string, signal: AbortSignal, reason: string): ApiError {
  if (cause instanceof ApiError) return cause
  if (isLocked(cause)) return new ApiError('lake-locked', { args: [name], cause })
  return unreadableTable(name, 'DuckLake', signal.aborted ? 'reading its catalogue takes too long' : reason, cause)
}

/** Returns the paths of the files of a database. */
export const filesOf = (path: string): readonly string[] => SUFFIXES.map((suffix) => `${path}${suffix}`)

/** Returns the names of the tables of a catalogue. Throws `lake-table-unreadable` for views, macros and generated columns. */
async function plainTables(connection: DuckDBConnection, name: string): Promise<ReadonlySet<string>> {
  const others = await catalogueRows(
    connection,
    `SELECT view_name FROM duckdb_views() WHERE database_name = '${SOURCE_CATALOG}' AND NOT internal
     UNION ALL SELECT function_name FROM duckdb_functions() WHERE database_name = '${SOURCE_CATALOG}' AND NOT internal LIMIT 1`,
  )
  if (others.length > 0) throw unreadableTable(name, 'DuckLake', 'its file has views or macros of DuckDB')
  const tables = await catalogueRows(
    connection,
    `SELECT table_name, sql FROM duckdb_tables() WHERE database_name = '${SOURCE_CATALOG}' AND schema_name = 'main'`,
  )
  const isGenerated = ({ sql }: Row): boolean =>
    /\bGENERATED\b/i.test(String(sql).replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, ''))
  if (tables.some(isGenerated)) throw unreadableTable(name, 'DuckLake', 'its tables have generated columns')
  return new Set(tables.map((row) => String(row['table_name'])))
}

async function copyTable(connection: DuckDBConnection, name: string, table: string, columns: string): Promise<void> {
  const values = columns.split(', ').map((column) => {
    const [, field = '', type = ''] = /^(\w+) ([A-Z ]+?)(?: PRIMARY KEY)?$/.exec(column) ?? []
    const isId = /(?:_id|_snapshot)$/.test(field)
    const value = REPLACED[`${table}.${field}`] ?? `given.${ansi.quote(field)}`
    return isId ? `CAST(CAST(${value} AS UBIGINT) AS ${type})` : `CAST(${value} AS ${type})`
  })
  await copyRows(
    connection,
    name,
    table,
    `SELECT ${values.join(', ')} FROM ${SOURCE_CATALOG}.main.${table} AS given ${CONDITIONS[table] ?? ''}`,
  )
}

async function copyRows(connection: DuckDBConnection, name: string, table: string, select: string): Promise<void> {
  const insert = `INSERT INTO ${COPY_CATALOG}.main.${table} ${select} LIMIT ${MAX_CATALOGUE_ROWS + 1}`
  if ((await connection.run(insert)).rowsChanged > MAX_CATALOGUE_ROWS)
    throw new ApiError('data-files-many', { args: [name, MAX_CATALOGUE_ROWS, 'rows in a table of the catalogue'] })
}

/** Copies the rows that the catalogue contains, and those of removed ones, of tables whose names are no other SQL. */
async function copyInlined(connection: DuckDBConnection, name: string, tables: ReadonlySet<string>): Promise<void> {
  const listed = await catalogueRows(
    connection,
    `SELECT table_id, table_name, schema_version FROM ${COPY_CATALOG}.main.ducklake_inlined_data_tables`,
  )
  for (const row of listed) {
    const table = String(row['table_name'])
    const [, id, version] = INLINED_DATA.exec(table) ?? []
    if (id !== String(row['table_id']) || version !== String(row['schema_version']) || !tables.has(table))
      throw unreadableTable(name, 'DuckLake', 'it names a table of rows that does not exist')
  }
  for (const table of [...tables].filter((each) => INLINED.test(each))) {
    const source = `SELECT * FROM ${SOURCE_CATALOG}.main.${table}`
    await connection.run(`CREATE TABLE ${COPY_CATALOG}.main.${table} AS ${source} LIMIT 0`)
    await copyRows(connection, name, table, source)
  }
}

/** Requires the version, and files of formats, that are read as tested. */
async function requireKnown(connection: DuckDBConnection, name: string): Promise<void> {
  const versions = await catalogueRows(
    connection,
    `SELECT value FROM ${COPY_CATALOG}.main.ducklake_metadata WHERE key = 'version'`,
  )
  if (versions.length !== 1 || versions[0]?.['value'] !== VERSION)
    throw unreadableTable(name, 'DuckLake', `its version is not ${VERSION}`)
  const others = await catalogueRows(
    connection,
    `SELECT file_format FROM ${COPY_CATALOG}.main.ducklake_data_file WHERE file_format IS DISTINCT FROM 'parquet'
     UNION ALL SELECT format FROM ${COPY_CATALOG}.main.ducklake_delete_file
     WHERE format IS NULL OR format NOT IN ('parquet', 'puffin') LIMIT 1`,
  )
  if (others.length > 0) throw unreadableTable(name, 'DuckLake', 'it has files of another format than Parquet')
}

type Row = Readonly<Record<string, unknown>>

/** Returns the rows of a query. */
export async function catalogueRows(connection: DuckDBConnection, text: string): Promise<readonly Row[]> {
  return (await connection.run(text)).getRowObjectsJson()
}

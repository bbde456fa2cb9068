import type { DuckDBConnection } from '@duckdb/node-api'
import { textLiteral } from '../ansi.ts'
import type { FileTable } from './file-tables.ts'
import { csvTable, jsonTable, requireTypedSize, type TextFile, type TextTable, textTableSelect } from './text-tables.ts'

/** How the text files of tables are read, by name of the table in lower case; valid for these versions of its files. */
export type TextTables = Map<string, { readonly version: string; readonly table: TextTable }>

/** The files of a table, as the engine reads them, in order. */
interface TableFiles {
  readonly table: FileTable
  /** Differs after a change of a file. */
  readonly version: string
  readonly files: readonly TextFile[]
  readonly hasPartitions: boolean
}

/**
 * Returns the SELECT over the files of a table. The types of text files are found if a file has changed, and added to
 * `textTables`. Throws `data-files-many`.
 */
export async function selectFiles(
  connection: DuckDBConnection,
  { table: { name, format }, version, files, hasPartitions }: TableFiles,
  textTables: TextTables,
): Promise<string> {
  if (format === 'parquet') {
    const links = files.map(({ link }) => textLiteral(link)).join(', ')
    return `SELECT * FROM read_parquet([${links}], union_by_name = true, hive_partitioning = ${hasPartitions})`
  }
  const key = name.toLowerCase()
  const former = textTables.get(key)
  if (former?.version === version) return textTableSelect(former.table, files)
  requireTypedSize(name, files)
  const table = await (format === 'csv'
    ? csvTable(connection, name, files, hasPartitions)
    : jsonTable(connection, files, hasPartitions))
  textTables.set(key, { version, table })
  return textTableSelect(table, files)
}

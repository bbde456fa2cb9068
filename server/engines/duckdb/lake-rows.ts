import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { MAX_DATA_FILES } from './file-tables.ts'
import { MAX_METADATA_BYTES } from './lake-folder.ts'

/** Returns the names of the columns of a table function. */
export async function columnsIn(connection: DuckDBConnection, source: string): Promise<readonly string[]> {
  const rows = await (await connection.run(`DESCRIBE SELECT * FROM ${source}`)).getRowObjectsJson()
  return rows.map(({ column_name: name }) => (typeof name === 'string' ? name : ''))
}

/**
 * Returns the texts of the first column of a SELECT over metadata of a table. Throws `data-files-many` if they are more
 * than the files that a table may have, or larger than its metadata may be.
 */
export async function metadataTexts(
  connection: DuckDBConnection,
  select: string,
  table: string,
): Promise<readonly string[]> {
  const result = await connection.stream(select)
  const texts: string[] = []
  let bytes = 0
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    for (const value of chunk.getColumnValues(0)) {
      const text = String(value)
      bytes += Buffer.byteLength(text)
      if (bytes > MAX_METADATA_BYTES)
        throw new ApiError('data-files-many', { args: [table, MAX_METADATA_BYTES / 2 ** 20, 'MB of metadata'] })
      if (texts.push(text) > MAX_DATA_FILES)
        throw new ApiError('data-files-many', { args: [table, MAX_DATA_FILES, 'files'] })
    }
  return texts
}

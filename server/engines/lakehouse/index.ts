import { duckdb, openLake } from '../duckdb/index.ts'
import type { Engine, Settings } from '../engine.ts'

const URI = /^lakehouse:\/\/\/([^#]+)/i

/** Paths in URIs of other tools may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Tables of Delta Lake, Apache Iceberg and DuckLake, read by DuckDB. Nothing is written. */
export const lakehouse: Engine = {
  name: 'lakehouse',
  label: 'Lakehouse (Delta Lake, Iceberg, DuckLake)',
  settings: [
    {
      name: 'path',
      label: 'Path',
      kind: 'text',
      required: true,
      help: 'Absolute path of a folder with tables of Delta Lake or Apache Iceberg, of the folder of one table, or of the catalogue file of a DuckLake, in a directory of FACET_DATA_DIRS',
    },
  ],
  // The rows of a snapshot are counted in its files.
  dialect: { ...duckdb.dialect, name: 'lakehouse', countsAtOnce: false },
  parseUri(uri): Settings | undefined {
    const path = URI.exec(uri)?.[1]
    return path === undefined ? undefined : { path: decode(path) }
  },
  printUri: (given) => `lakehouse:///${String(given['path'] ?? '').replace(/[%?#]/g, encodeURIComponent)}`,
  placeholder: 'lakehouse:////path/to/folder',
  connect: (settings, storage) => openLake(String(settings['path'] ?? ''), storage),
  explain: (error, sql) => duckdb.explain(error, sql),
}

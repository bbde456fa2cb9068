import { duckdb, openDataFiles } from '../duckdb/index.ts'
import type { Engine, Settings } from '../engine.ts'

const URI = /^datafiles:\/\/\/([^#]+)/i

/** Paths in URIs of other tools may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Files in Parquet, CSV and JSON as tables, read by DuckDB. Nothing is written. */
export const datafiles: Engine = {
  name: 'datafiles',
  label: 'Parquet, CSV and JSON files',
  settings: [
    {
      name: 'path',
      label: 'Path',
      kind: 'text',
      required: true,
      help: 'Absolute path of a folder, a file or a pattern such as /srv/data/sales/*.parquet, in a directory of FACET_DATA_DIRS',
    },
  ],
  // Text files have no row count, and counting them reads them.
  dialect: { ...duckdb.dialect, name: 'datafiles', countsAtOnce: false },
  parseUri(uri): Settings | undefined {
    const path = URI.exec(uri)?.[1]
    return path === undefined ? undefined : { path: decode(path) }
  },
  printUri: (given) => `datafiles:///${String(given['path'] ?? '').replace(/[%?#]/g, encodeURIComponent)}`,
  placeholder: 'datafiles:////path/to/folder',
  connect: (settings, storage) => openDataFiles(String(settings['path'] ?? ''), storage),
  explain: (error, sql) => duckdb.explain(error, sql),
}

import type { SqlDialectName } from '#ui/input/code/pane.ts'

/** Dialects of the editor by database backend; DuckDB, which also reads files, uses the PostgreSQL syntax. */
const DIALECTS: Readonly<Record<string, SqlDialectName>> = {
  postgresql: 'postgresql',
  postgres: 'postgresql',
  duckdb: 'postgresql',
  datafiles: 'postgresql',
  s3: 'postgresql',
  federation: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
}

/** Returns the character around names that need quotes: double quotes are around texts in the dialect of MySQL. */
export const quoteMarkOf = (backend: string | undefined): '"' | '`' =>
  /^(?:mysql|mariadb|starrocks|doris)$/.test(backend ?? '') ? '`' : '"'

export const dialectOf = (backend: string | undefined): SqlDialectName => DIALECTS[backend ?? ''] ?? 'standard'

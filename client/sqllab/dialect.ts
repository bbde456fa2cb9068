import type { SqlDialectName } from '#ui/input/code/pane.ts'

/** Dialects of the editor by database backend; DuckDB, which also reads files, uses the PostgreSQL syntax. */
const DIALECTS: Readonly<Record<string, SqlDialectName>> = {
  postgresql: 'postgresql',
  postgres: 'postgresql',
  duckdb: 'postgresql',
  datafiles: 'postgresql',
  lakehouse: 'postgresql',
  s3: 'postgresql',
  federation: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
}

export const dialectOf = (backend: string | undefined): SqlDialectName => DIALECTS[backend ?? ''] ?? 'standard'

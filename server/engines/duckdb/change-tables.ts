import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { TableChanges } from '../engine.ts'
import { dialect } from './dialect.ts'
import { CATALOG, type OpenedDatabase } from './open-database.ts'

const TYPE =
  'SELECT table_type AS kind FROM information_schema.tables ' +
  `WHERE table_catalog = '${CATALOG}' AND lower(table_schema) = lower($1) AND lower(table_name) = lower($2)`
const INDEXES =
  'SELECT count(*)::INTEGER AS indexes FROM duckdb_indexes() ' +
  `WHERE database_name = '${CATALOG}' AND lower(schema_name) = lower($1) AND lower(table_name) = lower($2)`

/** Drops and renames tables in one transaction and writes it to the database file; a failure changes nothing. */
export async function changeTables(opened: OpenedDatabase, { schema, drop, rename }: TableChanges): Promise<void> {
  const connection = await opened.connect()
  const named = (table: string) => [CATALOG, schema, table].map((part) => dialect.quote(part)).join('.')
  try {
    await connection.run('BEGIN')
    try {
      for (const table of drop) await connection.run(`DROP TABLE IF EXISTS ${named(table)}`)
      for (const { from, to } of rename) {
        await requireTable(connection, schema, from)
        // DuckDB does not rename a table that has indexes.
        if (await hasIndexes(connection, schema, from)) {
          await connection.run(`CREATE TABLE ${named(to)} AS FROM ${named(from)}`)
          await connection.run(`DROP TABLE ${named(from)}`)
        } else await connection.run(`ALTER TABLE ${named(from)} RENAME TO ${dialect.quote(to)}`)
      }
      await connection.run('COMMIT')
    } catch (error) {
      await connection.run('ROLLBACK').catch(() => {})
      throw error
    }
    await connection.run('CHECKPOINT')
  } finally {
    connection.closeSync()
  }
}

async function requireTable(connection: DuckDBConnection, schema: string, table: string): Promise<void> {
  const [found] = await (await connection.run(TYPE, [schema, table])).getRowObjectsJson()
  if (!found) throw new ApiError('table-missing', { args: [table] })
  if (found['kind'] === 'VIEW') throw new ApiError('upload-table-exists', { args: [table] })
}

async function hasIndexes(connection: DuckDBConnection, schema: string, table: string): Promise<boolean> {
  const [found] = await (await connection.run(INDEXES, [schema, table])).getRowObjectsJson()
  return Number(found?.['indexes'] ?? 0) > 0
}

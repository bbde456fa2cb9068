import { ApiError } from '#core/rest/api-error.ts'
import type { TableCreation } from '../engine.ts'
import { dialect } from './dialect.ts'
import { withInterrupt } from './with-interrupt.ts'
import { CATALOG, type OpenedDatabase } from './open-database.ts'

const EXISTING =
  'SELECT table_name AS name FROM information_schema.tables ' +
  `WHERE table_catalog = '${CATALOG}' AND lower(table_schema) = lower($1) AND lower(table_name) = lower($2)`

/** Creates a table or view from a SELECT and writes it to the database file; a failure changes nothing. */
export async function createTableFrom(
  opened: OpenedDatabase,
  { method, schema, name }: TableCreation,
  select: string,
  signal: AbortSignal,
): Promise<void> {
  const connection = await opened.connect()
  try {
    const existing = await (await connection.run(EXISTING, [schema, name])).getRowObjectsJson()
    if (existing.length > 0) throw new ApiError('ctas-exists', { args: [name] })
    const target = [CATALOG, schema, name].map((part) => dialect.quote(part)).join('.')
    await connection.run('BEGIN')
    try {
      await withInterrupt(connection, signal, () => connection.run(`CREATE ${method} ${target} AS ${select}`))
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

import { type DuckDBConnection, StatementType } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import type { WriteKind } from '../engine.ts'
import { withInterrupt } from './with-interrupt.ts'
import type { OpenedDatabase } from './open-database.ts'

/** The engine's names of the statement types. */
const TYPES: Readonly<Record<WriteKind, StatementType>> = {
  INSERT: StatementType.INSERT,
  UPDATE: StatementType.UPDATE,
  DELETE: StatementType.DELETE,
  TRUNCATE: StatementType.DELETE,
  MERGE: StatementType.MERGE_INTO,
  'CREATE TABLE': StatementType.CREATE,
  'CREATE VIEW': StatementType.CREATE,
  ALTER: StatementType.ALTER,
  DROP: StatementType.DROP,
}

const ROW_KINDS: ReadonlySet<WriteKind> = new Set(['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'MERGE'])

/**
 * Runs one statement in its own transaction and writes it to the database file; an error changes nothing. Returns the
 * number of changed rows; null if it is not counted. Throws `sql-refused` if the engine parses it as another statement
 * type.
 */
export async function writeStatement(
  opened: OpenedDatabase,
  text: string,
  kind: WriteKind,
  signal: AbortSignal,
): Promise<number | null> {
  const connection = await opened.connect()
  try {
    await connection.run('BEGIN')
    let rows: number | null
    try {
      rows = await withInterrupt(connection, signal, () => runAs(connection, text, kind))
      await connection.run('COMMIT')
    } catch (error) {
      await connection.run('ROLLBACK').catch(() => {})
      throw error
    }
    // The statement is committed: if the checkpoint fails, it is repeated when the file is opened again.
    await connection.run('CHECKPOINT').catch(() => {})
    return rows
  } finally {
    connection.closeSync()
  }
}

async function runAs(connection: DuckDBConnection, text: string, kind: WriteKind): Promise<number | null> {
  const extracted = await connection.extractStatements(text)
  if (extracted.count !== 1) throw new ApiError('sql-refused', { args: ['several statements'] })
  const prepared = await extracted.prepare(0)
  try {
    const type = prepared.statementType
    if (type !== TYPES[kind]) throw new ApiError('sql-refused', { args: [StatementType[type] ?? kind] })
    const { rowsChanged } = await prepared.run()
    return ROW_KINDS.has(kind) ? rowsChanged : null
  } finally {
    prepared.destroySync()
  }
}

import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/**
 * The homes that use the store, which of them holds each local file, and counted limits. A change of who holds a file
 * is counted, because cached results depend on it.
 */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'homes',
    columns: { id: 'text', name: 'text', server: 'text?', seen_at: 'integer' },
    primaryKey: ['id'],
  })
  await createTable(db, engine, {
    name: 'home_files',
    columns: { file: 'text', home_id: 'text', home_name: 'text', changed_on: 'integer' },
    primaryKey: ['file'],
  })
  await createTable(db, engine, {
    name: 'limit_counts',
    columns: { id: 'id', key: 'text', at: 'integer' },
    indexes: [['key', 'at']],
  })
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on home_files
    for each statement execute function raise_version()`.execute(db)
}

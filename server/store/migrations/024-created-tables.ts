import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Tables and views that users created from queries, with the tables they were created from. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'created_tables',
    columns: {
      id: 'id',
      database_id: 'integer',
      schema: 'text',
      name: 'text',
      method: 'text',
      user_id: 'integer?',
      sources_json: 'text',
      created_on: 'integer',
    },
    indexes: [['database_id', 'name']],
  })
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on created_tables
    for each statement execute function raise_version()`.execute(db)
}

import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** The users who have opened a draft dashboard by a permalink that shares it. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'draft_readers',
    columns: { dashboard_id: 'integer', user_id: 'integer', created_on: 'integer' },
    primaryKey: ['dashboard_id', 'user_id'],
    references: { dashboard_id: 'dashboards', user_id: 'users' },
    indexes: [['user_id']],
  })
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on draft_readers
    for each statement execute function raise_version()`.execute(db)
}

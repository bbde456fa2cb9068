import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/**
 * Dashboards that guest tokens may name, with the origins of the pages that may embed them; attributes of users, as JSON
 * text.
 */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'embedded_dashboards',
    columns: {
      id: 'id',
      uuid: 'text',
      dashboard_id: 'integer',
      allowed_domains: 'text',
      changed_on: 'integer',
      changed_by_fk: 'integer?',
    },
    references: { dashboard_id: 'dashboards' },
    unique: [['uuid'], ['dashboard_id']],
  })
  await db.schema.alterTable('users').addColumn('attributes', 'text').execute()
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on embedded_dashboards
    for each statement execute function raise_version()`.execute(db)
}

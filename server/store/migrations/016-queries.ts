import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

const TABLE = 'queries'

/** The history of SQL that people have run. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: TABLE,
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      client_id: 'text',
      database_id: 'integer',
      schema: 'text?',
      tab_name: 'text?',
      sql: 'text?',
      sql_folded: 'text?',
      executed_sql: 'text?',
      status: 'text',
      rows: 'integer?',
      row_limit: 'integer?',
      error_message: 'text?',
      start_time: 'integer',
      end_time: 'integer?',
    },
    unique: [['uuid']],
    indexes: [['created_by_fk', 'start_time'], ['start_time']],
  })
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on ${sql.table(TABLE)}
    for each statement execute function raise_version()`.execute(db)
}

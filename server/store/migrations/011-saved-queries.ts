import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

const TABLE = 'saved_queries'

/** Saved queries. */
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
      schema: 'text?',
      schema_folded: 'text?',
      label: 'text?',
      label_folded: 'text?',
      description: 'text?',
      description_folded: 'text?',
      sql: 'text?',
      sql_folded: 'text?',
      db_id: 'integer?',
      catalog: 'text?',
      template_parameters: 'text?',
      extra_json: 'text?',
      rows: 'integer?',
      last_run: 'integer?',
      unknown_keys: 'text?',
    },
    unique: [['uuid']],
    indexes: [['created_by_fk', 'changed_on']],
  })
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on ${sql.table(TABLE)}
    for each statement execute function raise_version()`.execute(db)
}

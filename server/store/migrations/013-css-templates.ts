import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

const TABLE = 'css_templates'

/** Styles kept under a name. */
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
      template_name: 'text',
      template_name_folded: 'text',
      css: 'text?',
      css_folded: 'text?',
    },
    unique: [['uuid']],
    indexes: [['changed_on']],
  })
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on ${sql.table(TABLE)}
    for each statement execute function raise_version()`.execute(db)
}

import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

const TABLE = 'dynamic_plugins'

/** Kinds of chart that browsers load from an address. */
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
      name: 'text',
      name_folded: 'text',
      key: 'text',
      key_folded: 'text',
      bundle_url: 'text',
      integrity: 'text',
    },
    unique: [['uuid']],
    uniqueLiving: [['key']],
    indexes: [['changed_on']],
  })
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on ${sql.table(TABLE)}
    for each statement execute function raise_version()`.execute(db)
}

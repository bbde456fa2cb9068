import { sql } from 'kysely'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Masks of dataset columns, and the roles that they apply to. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'column_masks',
    columns: {
      id: 'id',
      dataset_id: 'integer',
      column_name: 'text',
      method: 'text',
      filter_type: 'text',
      roles_json: 'text',
    },
    references: { dataset_id: 'datasets' },
    indexes: [['dataset_id']],
  })
  if (engine === 'sqlite') return
  await sql`create trigger raise_version after insert or update or delete or truncate on column_masks
    for each statement execute function raise_version()`.execute(db)
}

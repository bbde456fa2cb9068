import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Versions of what people save. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'revisions',
    columns: {
      id: 'id',
      entity_type: 'text',
      entity_id: 'integer',
      begun_on: 'integer',
      made_on: 'integer',
      made_by: 'integer?',
      restored_of: 'integer?',
      closed: 'boolean',
      snapshot: 'text',
    },
    indexes: [['entity_type', 'entity_id', 'id']],
  })
}

import { type AnyDatabase, createTable, type Engine, type NewTable } from './schema.ts'

const entity = {
  id: 'id',
  uuid: 'text',
  created_on: 'integer',
  changed_on: 'integer',
  created_by_fk: 'integer?',
  changed_by_fk: 'integer?',
  deleted_at: 'integer?',
  version: 'integer',
} as const

const tables: readonly NewTable[] = [
  {
    name: 'annotation_layers',
    columns: { ...entity, name: 'text', name_folded: 'text', descr: 'text?', descr_folded: 'text?' },
    unique: [['uuid']],
    uniqueLiving: [['name']],
    indexes: [['changed_on']],
  },
  {
    name: 'annotations',
    columns: {
      ...entity,
      layer_id: 'integer',
      short_descr: 'text',
      short_descr_folded: 'text',
      long_descr: 'text?',
      long_descr_folded: 'text?',
      start_dttm: 'integer',
      end_dttm: 'integer',
      json_metadata: 'text?',
    },
    references: { layer_id: 'annotation_layers' },
    unique: [['uuid']],
    uniqueLiving: [['layer_id', 'short_descr']],
    indexes: [['layer_id', 'start_dttm']],
  },
]

/** Annotation layers and their annotations. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  for (const table of tables) await createTable(db, engine, table)
}

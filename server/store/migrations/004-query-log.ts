import { type AnyDatabase, createTable, type Engine } from './schema.ts'

export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'query_log',
    columns: {
      id: 'id',
      at: 'integer',
      user_id: 'integer?',
      dataset_id: 'integer',
      chart_id: 'integer?',
      dashboard_id: 'integer?',
      duration: 'integer',
      data_age: 'integer?',
      row_count: 'integer?',
      cached: 'boolean',
      error: 'text?',
    },
    indexes: [['at']],
  })
}
